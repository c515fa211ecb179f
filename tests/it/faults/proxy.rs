//! A way to a database that can fall silent, or break at a statement.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A moment in the life of a command that is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Something is appended to a stream.
    Append,
    /// What was appended is committed.
    Commit,
}

/// What becomes of what clients and the server send each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is passed on.
    None,
    /// Nothing is passed on any more, and no connection is closed.
    Silence,
    /// The same from this moment on.
    SilenceAt(Moment),
    /// The connection breaks, and the server hears nothing of it.
    BreakBefore(Moment),
    /// The server hears of it, and the connection breaks before it answers.
    BreakAfter(Moment),
}

fn holds(sent: &[u8], text: &[u8]) -> bool {
    sent.windows(text.len()).any(|part| part == text)
}

/// The statements that append, one for each number of rows, on one connection: the text of each
/// is sent once, then its name.
#[derive(Default)]
struct Append {
    /// The names of those that were prepared, each between two zeros.
    names: Vec<Vec<u8>>,
}

impl Append {
    const TEXT: &[u8] = b"INSERT INTO events";

    /// Remembers under which name it is prepared: that stands before its text.
    fn listen(&mut self, sent: &[u8]) {
        let Some(at) = sent.windows(Append::TEXT.len()).position(|part| part == Append::TEXT)
        else {
            return;
        };
        let before = sent[..at].strip_suffix(&[0]).unwrap_or_default();
        let name = before.rsplit(|byte| !byte.is_ascii_graphic()).next().unwrap_or_default();
        // What comes before the name is the message's length, which may look like a letter.
        let from = name.windows(2).position(|part| part == b"__").unwrap_or_default();
        if !name[from..].is_empty() {
            self.names.push([&[0], &name[from..], &[0]].concat());
        }
    }

    fn is_asked(&self, sent: &[u8]) -> bool {
        holds(sent, Append::TEXT) || self.names.iter().any(|name| holds(sent, name))
    }
}

/// Passes everything on to one server on this machine.
#[derive(Clone)]
pub struct Proxy {
    pub port: u16,
    fault: Arc<Mutex<Fault>>,
}

impl Proxy {
    pub fn to(server: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("its number").port();
        let proxy = Proxy { port, fault: Arc::new(Mutex::new(Fault::None)) };
        let passing = proxy.clone();
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let passing = passing.clone();
                std::thread::spawn(move || passing.pass_between(client, server));
            }
        });
        proxy
    }

    pub fn suffer(&self, fault: Fault) {
        *self.fault.lock().unwrap() = fault;
    }

    fn fault(&self) -> Fault {
        *self.fault.lock().unwrap()
    }

    fn pass_between(&self, client: TcpStream, server: u16) {
        self.wait_out_silence();
        let Ok(server) = TcpStream::connect(("127.0.0.1", server)) else { return };
        for stream in [&client, &server] {
            stream.set_nodelay(true).expect("an option");
        }
        let (answers, to) = (server.try_clone().unwrap(), client.try_clone().unwrap());
        let back = self.clone();
        std::thread::spawn(move || back.pass(answers, to, |_, _, _| true));
        let proxy = self.clone();
        let (mut append, mut appended) = (Append::default(), false);
        self.pass(client, server, |sent, client, server| {
            append.listen(sent);
            let moment = match () {
                () if append.is_asked(sent) => Moment::Append,
                () if appended && holds(sent, b"COMMIT") => Moment::Commit,
                () => return true,
            };
            appended = moment == Moment::Append;
            proxy.strikes(moment, sent, client, server)
        });
    }

    /// Passes on until one side closes, or `goes_on` says that it breaks.
    fn pass(
        &self,
        mut from: TcpStream,
        mut to: TcpStream,
        mut goes_on: impl FnMut(&[u8], &TcpStream, &mut TcpStream) -> bool,
    ) {
        let mut bytes = vec![0; 65_536];
        while let Ok(count) = from.read(&mut bytes)
            && count > 0
        {
            self.wait_out_silence();
            if !goes_on(&bytes[..count], &from, &mut to) || to.write_all(&bytes[..count]).is_err() {
                break;
            }
        }
        for stream in [from, to] {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    fn wait_out_silence(&self) {
        while self.fault() == Fault::Silence {
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Lets the fault strike if it is its moment; whether the connection holds.
    fn strikes(
        &self,
        moment: Moment,
        sent: &[u8],
        client: &TcpStream,
        server: &mut TcpStream,
    ) -> bool {
        match self.fault() {
            Fault::SilenceAt(at) if at == moment => {
                self.suffer(Fault::Silence);
                self.wait_out_silence();
                true
            }
            Fault::BreakBefore(at) => at != moment,
            Fault::BreakAfter(at) if at == moment => {
                let _ = client.shutdown(Shutdown::Both);
                let _ = server.write_all(sent);
                // So that the server has done it before anybody asks again.
                std::thread::sleep(Duration::from_millis(50));
                false
            }
            _ => true,
        }
    }
}
