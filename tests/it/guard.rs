//! Where this service connects to because somebody asks it to, tried with every disguise in
//! which an address that is not public may come.

use super::receiver::Receiver;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use strum::VariantArray;
use turnwise::reach::guard::{Guard, Names, Wrong, is_public, networks};
use turnwise::reach::http::{Client, Failure, Parcel};

/// Who looks names up in these tests.
fn listed() -> Names {
    Names::Listed(Arc::new(|name: &str| {
        let found: &[&str] = match name {
            "good.example" | "xn--mller-kva.example" => &["93.184.216.34", "2606:2800:220:1::1"],
            "localhost" | "localtest.example" => &["127.0.0.1"],
            "six.localtest.example" => &["::1"],
            "intranet.example" => &["10.1.2.3"],
            "mixed.example" => &["93.184.216.34", "10.1.2.3"],
            "mixed-six.example" => &["93.184.216.34", "fd00::1"],
            "metadata.example" => &["169.254.169.254"],
            "mapped.example" => &["::ffff:10.1.2.3"],
            "translated.example" => &["64:ff9b::a01:203"],
            "wildcard.example" => &["0.0.0.0"],
            _ => &[],
        };
        found.iter().map(|text| text.parse().expect("an address")).collect()
    }))
}

/// What comes of an address: `None` where a connection to it would be made.
async fn wrong(guard: &Guard, address: &str) -> Option<Wrong> {
    let target = match guard.read(address) {
        Ok(target) => target,
        Err(wrong) => return Some(wrong),
    };
    guard.look_up(&target).await.err()
}

/// Addresses as somebody may give them, and what is wrong with each.
#[rustfmt::skip]
const DISGUISES: &[(&str, Option<Wrong>)] = &[
    ("https://good.example/hook", None),
    ("https://good.example:443/hook?token=secret", None),
    ("https://good.example:8443/", None),
    ("HTTPS://GOOD.example./hook", None),
    ("https://93.184.216.34/", None),
    ("https://[2606:2800:220:1::1]/", None),
    ("https://müller.example/", None),
    // The scheme.
    ("http://good.example/", Some(Wrong::NotHttps)),
    ("ftp://good.example/", Some(Wrong::NotHttps)),
    ("file:///etc/passwd", Some(Wrong::NotHttps)),
    ("gopher://good.example:70/_x", Some(Wrong::NotHttps)),
    ("javascript:alert(1)", Some(Wrong::NotHttps)),
    ("data:text/plain,x", Some(Wrong::NotHttps)),
    ("unix:/var/run/docker.sock", Some(Wrong::NotHttps)),
    ("good.example/hook", Some(Wrong::Unreadable)),
    ("//good.example/hook", Some(Wrong::Unreadable)),
    ("", Some(Wrong::Unreadable)),
    ("https://", Some(Wrong::Unreadable)),
    ("https://good example/", Some(Wrong::Unreadable)),
    ("https://good.example:99999/", Some(Wrong::Unreadable)),
    // Names and passwords, also where they hide the host.
    ("https://anna:secret@good.example/", Some(Wrong::Credentials)),
    ("https://anna@good.example/", Some(Wrong::Credentials)),
    ("https://:secret@good.example/", Some(Wrong::Credentials)),
    ("https://good.example@127.0.0.1/", Some(Wrong::Credentials)),
    ("https://good.example%40127.0.0.1/", Some(Wrong::Unreadable)),
    ("https://good.example\\@127.0.0.1/", None),
    // Ports.
    ("https://good.example:22/", Some(Wrong::Port)),
    ("https://good.example:25/", Some(Wrong::Port)),
    ("https://good.example:80/", Some(Wrong::Port)),
    ("https://good.example:5432/", Some(Wrong::Port)),
    ("https://good.example:6379/", Some(Wrong::Port)),
    ("https://good.example:0/", Some(Wrong::Port)),
    ("https://93.184.216.34:11211/", Some(Wrong::Port)),
    // This machine, in every form of IPv4.
    ("https://127.0.0.1/", Some(Wrong::NotPublic)),
    ("https://127.1/", Some(Wrong::NotPublic)),
    ("https://127.0.1/", Some(Wrong::NotPublic)),
    ("https://2130706433/", Some(Wrong::NotPublic)),
    ("https://017700000001/", Some(Wrong::NotPublic)),
    ("https://0x7f000001/", Some(Wrong::NotPublic)),
    ("https://0x7f.0.0.0x1/", Some(Wrong::NotPublic)),
    ("https://0177.0.0.1/", Some(Wrong::NotPublic)),
    ("https://127.0.0.1./", Some(Wrong::NotPublic)),
    ("https://127.255.255.254/", Some(Wrong::NotPublic)),
    ("https://%31%32%37.0.0.1/", Some(Wrong::NotPublic)),
    ("https://１２７.０.０.１/", Some(Wrong::NotPublic)),
    ("https://①②⑦.0.0.1/", Some(Wrong::NotPublic)),
    ("https://127。0。0。1/", Some(Wrong::NotPublic)),
    ("https://0/", Some(Wrong::NotPublic)),
    ("https://0.0.0.0/", Some(Wrong::NotPublic)),
    ("https://0.1.2.3/", Some(Wrong::NotPublic)),
    ("https://127.0.0.1:8443/", Some(Wrong::NotPublic)),
    ("https://127.0.0.1:22/", Some(Wrong::NotPublic)),
    ("https:127.0.0.1/", Some(Wrong::NotPublic)),
    ("https:/\\127.0.0.1/", Some(Wrong::NotPublic)),
    (" https://127.0.0.1/ ", Some(Wrong::NotPublic)),
    ("https://127.0.\n0.1/", Some(Wrong::NotPublic)),
    ("https://256.256.256.256/", Some(Wrong::Unreadable)),
    ("https://127.0.0.0x100/", Some(Wrong::Unreadable)),
    // Networks of somebody's own.
    ("https://10.0.0.1/", Some(Wrong::NotPublic)),
    ("https://172.16.0.1/", Some(Wrong::NotPublic)),
    ("https://172.31.255.255/", Some(Wrong::NotPublic)),
    ("https://192.168.1.1/", Some(Wrong::NotPublic)),
    ("https://100.64.0.1/", Some(Wrong::NotPublic)),
    ("https://100.127.255.255/", Some(Wrong::NotPublic)),
    ("https://169.254.169.254/latest/meta-data/", Some(Wrong::NotPublic)),
    ("https://0xa9fea9fe/", Some(Wrong::NotPublic)),
    ("https://192.0.0.1/", Some(Wrong::NotPublic)),
    ("https://192.0.2.1/", Some(Wrong::NotPublic)),
    ("https://192.88.99.1/", Some(Wrong::NotPublic)),
    ("https://198.18.0.1/", Some(Wrong::NotPublic)),
    ("https://198.19.255.255/", Some(Wrong::NotPublic)),
    ("https://198.51.100.1/", Some(Wrong::NotPublic)),
    ("https://203.0.113.1/", Some(Wrong::NotPublic)),
    ("https://224.0.0.1/", Some(Wrong::NotPublic)),
    ("https://239.255.255.255/", Some(Wrong::NotPublic)),
    ("https://240.0.0.1/", Some(Wrong::NotPublic)),
    ("https://255.255.255.255/", Some(Wrong::NotPublic)),
    // IPv6.
    ("https://[::]/", Some(Wrong::NotPublic)),
    ("https://[::1]/", Some(Wrong::NotPublic)),
    ("https://[0:0:0:0:0:0:0:1]/", Some(Wrong::NotPublic)),
    ("https://[::ffff:127.0.0.1]/", Some(Wrong::NotPublic)),
    ("https://[::ffff:7f00:1]/", Some(Wrong::NotPublic)),
    ("https://[::ffff:93.184.216.34]/", Some(Wrong::NotPublic)),
    ("https://[::127.0.0.1]/", Some(Wrong::NotPublic)),
    ("https://[::ffff:0:127.0.0.1]/", Some(Wrong::NotPublic)),
    ("https://[64:ff9b::7f00:1]/", Some(Wrong::NotPublic)),
    ("https://[64:ff9b:1::1]/", Some(Wrong::NotPublic)),
    ("https://[2002:7f00:1::]/", Some(Wrong::NotPublic)),
    ("https://[2001::1]/", Some(Wrong::NotPublic)),
    ("https://[2001:0:7f00:1::]/", Some(Wrong::NotPublic)),
    ("https://[2001:2::1]/", Some(Wrong::NotPublic)),
    ("https://[2001:20::1]/", Some(Wrong::NotPublic)),
    ("https://[2001:db8::1]/", Some(Wrong::NotPublic)),
    ("https://[3fff::1]/", Some(Wrong::NotPublic)),
    ("https://[5f00::1]/", Some(Wrong::NotPublic)),
    ("https://[fc00::1]/", Some(Wrong::NotPublic)),
    ("https://[fd12:3456::1]/", Some(Wrong::NotPublic)),
    ("https://[fe80::1]/", Some(Wrong::NotPublic)),
    ("https://[fe80::1%25eth0]/", Some(Wrong::Unreadable)),
    ("https://[fe80::1%eth0]/", Some(Wrong::Unreadable)),
    ("https://[fec0::1]/", Some(Wrong::NotPublic)),
    ("https://[ff02::1]/", Some(Wrong::NotPublic)),
    ("https://[100::1]/", Some(Wrong::NotPublic)),
    // Names that lead there.
    ("https://localhost/", Some(Wrong::NotPublic)),
    ("https://LOCALHOST./", Some(Wrong::NotPublic)),
    ("https://localtest.example/", Some(Wrong::NotPublic)),
    ("https://six.localtest.example/", Some(Wrong::NotPublic)),
    ("https://intranet.example/", Some(Wrong::NotPublic)),
    ("https://mixed.example/", Some(Wrong::NotPublic)),
    ("https://mixed-six.example/", Some(Wrong::NotPublic)),
    ("https://metadata.example/", Some(Wrong::NotPublic)),
    ("https://mapped.example/", Some(Wrong::NotPublic)),
    ("https://translated.example/", Some(Wrong::NotPublic)),
    ("https://wildcard.example/", Some(Wrong::NotPublic)),
    ("https://nowhere.example/", Some(Wrong::NotPublic)),
    ("https://ｌｏｃａｌｈｏｓｔ/", Some(Wrong::NotPublic)),
];

#[tokio::test]
async fn no_disguise_leads_to_an_address_that_is_not_public() {
    let guard = Guard { names: listed(), ..Guard::default() };
    for (address, expected) in DISGUISES {
        assert_eq!(wrong(&guard, address).await, *expected, "{address:?}");
    }
    let long = format!("https://good.example/{}", "x".repeat(2_000));
    assert_eq!(wrong(&guard, &long).await, Some(Wrong::TooLong));
    let odd = "https://good.example\\@127.0.0.1/";
    assert_eq!(guard.read(odd).unwrap().host, "good.example", "as browsers read it");
    assert_eq!(guard.read("https://müller.example/x").unwrap().host, "xn--mller-kva.example");
}

#[test]
fn the_edges_of_what_is_public_are_where_the_registries_draw_them() {
    for (inside, outside) in [
        ("10.255.255.255", "11.0.0.0"),
        ("100.64.0.0", "100.63.255.255"),
        ("100.127.255.255", "100.128.0.0"),
        ("127.255.255.255", "128.0.0.0"),
        ("169.254.255.255", "169.255.0.0"),
        ("172.16.0.0", "172.15.255.255"),
        ("172.31.255.255", "172.32.0.0"),
        ("192.0.0.255", "192.0.1.0"),
        ("192.168.0.0", "192.167.255.255"),
        ("198.18.0.0", "198.17.255.255"),
        ("198.19.255.255", "198.20.0.0"),
        ("203.0.113.255", "203.0.114.0"),
        ("224.0.0.0", "223.255.255.255"),
        ("1fff:ffff::", "2000::"),
        ("4000::", "3ffe:ffff::"),
        ("2001:1ff::", "2001:200::"),
        ("2001:db8:ffff::", "2001:db9::"),
        ("2002::", "2003::"),
        ("3fff:fff::", "3fff:1000::"),
    ] {
        let address = |text: &str| text.parse::<IpAddr>().expect("an address");
        assert!(!is_public(address(inside)), "{inside}");
        assert!(is_public(address(outside)), "{outside}");
    }
}

#[test]
fn every_reason_is_a_sentence_of_its_own() {
    let said: std::collections::BTreeSet<_> =
        Wrong::VARIANTS.iter().map(|why| why.said()).collect();
    assert_eq!(said.len(), Wrong::VARIANTS.len());
    assert!(said.iter().all(|said| said.ends_with('.')));
}

fn parcel(address: String) -> Parcel {
    Parcel { address, headers: Vec::new(), body: b"hello".to_vec(), gone: &[] }
}

fn loopback(names: Names) -> Guard {
    Guard { allowed: networks("127.0.0.0/8").expect("a network"), names }
}

/// The first answer is good; whoever asked again would be led elsewhere.
#[tokio::test]
async fn a_name_that_changes_where_it_leads_is_looked_up_once_and_gains_nothing() {
    let receiver = Receiver::start(|_| "204 No Content".to_owned());
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let names = Names::Listed(Arc::new(move |_: &str| {
        let first = count.fetch_add(1, SeqCst) == 0;
        vec![if first { "127.0.0.1" } else { "10.1.2.3" }.parse().expect("an address")]
    }));
    let client = Client::new(loopback(names), None).expect("a client");
    let address = format!("http://rebinding.example:{}/hook", receiver.port);
    assert_eq!(client.post(parcel(address.clone())).await, Ok(204));
    assert_eq!(asked.load(SeqCst), 1, "one conversation, one question");
    let refused = Err(Failure::Refused(Wrong::NotPublic));
    assert_eq!(client.post(parcel(address)).await, refused, "checked anew each time");
    let got = receiver.got();
    assert_eq!(got.len(), 1);
    let host = format!("rebinding.example:{}", receiver.port);
    assert_eq!(got[0].header("host"), Some(host), "it is asked for by its name");
}

#[tokio::test]
async fn networks_that_the_operator_names_are_reached_and_no_others() {
    let receiver = Receiver::start(|_| "200 OK".to_owned());
    let address = format!("http://127.0.0.1:{}/hook", receiver.port);
    let closed = Client::new(Guard::default(), None).expect("a client");
    let refused = Err(Failure::Refused(Wrong::NotHttps));
    assert_eq!(closed.post(parcel(address.clone())).await, refused);
    let secure = address.replace("http:", "https:");
    assert_eq!(closed.post(parcel(secure)).await, Err(Failure::Refused(Wrong::NotPublic)));
    assert!(receiver.got().is_empty());
    let open = Client::new(loopback(listed()), None).expect("a client");
    assert_eq!(open.post(parcel(address)).await, Ok(200));
    assert_eq!(wrong(open.guard(), "http://10.1.2.3/").await, Some(Wrong::NotPublic));
    assert_eq!(wrong(open.guard(), "http://good.example/").await, Some(Wrong::NotHttps));
    assert_eq!(wrong(open.guard(), "https://good.example:22/").await, Some(Wrong::Port));
    assert_eq!(wrong(open.guard(), "https://[::1]/").await, Some(Wrong::NotPublic));
    for (text, good) in [("", true), ("10.0.0.0/8, ::1", true), ("ten", false), ("10/8/8", false)] {
        assert_eq!(networks(text).is_ok(), good, "{text}");
    }
}

/// A redirect to an address inside, headers without end, a body without end, silence, no HTTP.
#[tokio::test]
async fn no_answer_leads_on_fills_the_memory_or_takes_longer_than_it_may() {
    let inside = Receiver::start(|_| "200 OK".to_owned());
    let port = inside.port;
    let leading =
        Receiver::start(move |_| format!("302 Found\r\nLocation: http://127.0.0.1:{port}/secret"));
    let client = Client::new(loopback(Names::System), None).expect("a client");
    let to = |receiver: &Receiver| parcel(format!("http://127.0.0.1:{}/", receiver.port));
    assert_eq!(client.post(to(&leading)).await, Ok(302));
    assert!(inside.got().is_empty(), "nobody follows");
    let endless = Receiver::start_raw(|mut stream| {
        use std::io::Write;
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n");
        while stream.write_all(b"X-More: and more and more and more\r\n").is_ok() {}
    });
    assert_eq!(client.post(to(&endless)).await, Err(Failure::Broken));
    let pouring = Receiver::start_raw(|mut stream| {
        use std::io::Write;
        let _ = stream.write_all(b"HTTP/1.1 500 No\r\nContent-Length: 9999999999\r\n\r\n");
        while stream.write_all(&[b'x'; 8192]).is_ok() {}
    });
    assert_eq!(client.post(to(&pouring)).await, Ok(500), "its body is not waited for");
    let other = Receiver::start_raw(|mut stream| {
        use std::io::Write;
        let _ = stream.write_all(b"220 mail.example ESMTP\r\n");
    });
    assert_eq!(client.post(to(&other)).await, Err(Failure::Broken));
    let nobody = parcel("http://127.0.0.1:1/".to_owned());
    assert_eq!(client.post(nobody).await, Err(Failure::Unreachable));
    let silent = Receiver::start_raw(|stream| {
        std::thread::sleep(std::time::Duration::from_secs(30));
        drop(stream);
    });
    let hasty = client.within(std::time::Duration::from_millis(300));
    assert_eq!(hasty.post(to(&silent)).await, Err(Failure::TooSlow));
    let dripping = Receiver::start_raw(|mut stream| {
        use std::io::Write;
        for byte in b"HTTP/1.1 200 OK\r\n\r\n".iter().cycle() {
            std::thread::sleep(std::time::Duration::from_millis(50));
            if stream.write_all(&[*byte]).is_err() {
                break;
            }
        }
    });
    assert_eq!(hasty.post(to(&dripping)).await, Err(Failure::TooSlow));
}

#[tokio::test]
async fn a_host_is_trusted_by_a_certificate_for_its_name_alone() {
    let made = rcgen::generate_simple_self_signed(vec!["hooks.example".to_owned()]).expect("one");
    let receiver = Receiver::start_tls(&made, |_| "200 OK".to_owned());
    let names =
        || Names::Listed(Arc::new(|_: &str| vec!["127.0.0.1".parse().expect("an address")]));
    let to = |name: &str| parcel(format!("https://{name}:{}/hook", receiver.port));
    let strange = Client::new(loopback(names()), None).expect("a client");
    assert_eq!(strange.post(to("hooks.example")).await, Err(Failure::Untrusted));
    let pem = made.cert.pem();
    let knowing = Client::new(loopback(names()), Some(&pem)).expect("a client");
    assert_eq!(knowing.post(to("hooks.example")).await, Ok(200));
    assert_eq!(knowing.post(to("hooks.example.")).await, Ok(200));
    assert_eq!(knowing.post(to("other.example")).await, Err(Failure::Untrusted));
    let plain = Receiver::start_raw(|mut stream| {
        use std::io::Write;
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    let plain = parcel(format!("https://hooks.example:{}/", plain.port));
    assert_eq!(knowing.post(plain).await, Err(Failure::Untrusted));
    assert!(Client::new(loopback(names()), Some("no certificate")).is_err());
}
