//! `turnwise serve`: the service itself.

use super::{say, secret};
use crate::accounts::mark;
use crate::accounts::password::Strength;
use crate::clock::Clock;
use crate::config::{Config, MAIL_FROM};
use crate::mail::transport::{Transport, mailbox};
use crate::web;
use std::time::Duration;

/// How long a stop may take where something hangs that cannot be asked to end, such as a
/// database that does not answer.
const LONGEST_STOP: Duration = Duration::from_secs(5);

/// How many bytes are large memory: a password takes 19 million, a page some ten thousand.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE: libc::c_int = 1024 * 1024;

/// After this long all threads of a start have what they need.
const STARTED: Duration = Duration::from_secs(1);

/// How often free memory is given back.
const QUIET: Duration = Duration::from_secs(600);

/// Serves until it is told to stop, or until its database is lost.
pub fn serve(config: &Config) -> Result<(), String> {
    keep_little_memory();
    open_many_files();
    logging(config);
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    for name in Config::unknown(names) {
        tracing::warn!("{name} is no setting of this version; --help lists them");
    }
    actix_web::rt::System::new().block_on(serve_here(config))
}

/// Has the allocator of glibc share one arena a core among all threads, and give large memory
/// back at once. By default it makes up to eight arenas a core, what a burst of requests has filled
/// in each stays there, and what was once taken and given back is kept the next time.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "there is no other way to ask this of the allocator")]
fn keep_little_memory() {
    let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
    let arenas = libc::c_int::try_from(cores).unwrap_or(libc::c_int::MAX);
    // SAFETY: it sets numbers that the allocator reads when a thread asks it for memory. There
    // is only this thread yet. Whether it was heeded decides nothing.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, arenas);
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        // With the one before it would be 128 KiB, which requests free all the time.
        libc::mallopt(libc::M_TRIM_THRESHOLD, 32 * LARGE);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn keep_little_memory() {}

/// Has the system let the service open as many files as it may: each connection is one, and many
/// systems begin with 1,024, which a few addresses use up.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "there is no other way to ask this of the system")]
fn open_many_files() {
    let mut files = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: both read and write the numbers that they are given, and nothing else. Whether it
    // was heeded decides nothing.
    unsafe {
        if libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut files) == 0 {
            files.rlim_cur = files.rlim_max;
            libc::setrlimit(libc::RLIMIT_NOFILE, &raw const files);
        }
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn open_many_files() {}

/// Has the allocator give back what is free, which it keeps otherwise: once what only the start
/// needed, then what only many people at once did.
async fn give_memory_back() {
    tokio::time::sleep(STARTED).await;
    loop {
        let _ = tokio::task::spawn_blocking(trim).await;
        tokio::time::sleep(QUIET).await;
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "there is no other way to ask this of the allocator")]
fn trim() {
    // SAFETY: it looks through free memory under the allocator's own locks, and touches nothing
    // that is in use. Whether anything was given back decides nothing.
    unsafe { libc::malloc_trim(0) };
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn trim() {}

fn logging(config: &Config) {
    use std::io::IsTerminal;
    use tracing_subscriber::EnvFilter;
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,turnwise=info"));
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        // It would be said where the line itself could not be written, and whoever speaks
        // into a full disk panics.
        .log_internal_errors(false);
    if config.log_json { builder.json().init() } else { builder.init() }
}

async fn serve_here(config: &Config) -> Result<(), String> {
    outlive_the_file_size_limit()?;
    // All that is set first: whoever has to set it otherwise, or still runs another one at this
    // address, finds the database as it was. The address is tried and given back, so that who
    // comes before anybody can answer is refused and does not wait.
    config.listens_at()?;
    drop(web::listen(&config.listen)?);
    config.known_secret()?;
    let mail = config.mail_transport();
    let transport = Transport::parse(&mail, config.mail_authorities()?.as_deref())?;
    mailbox(None, &config.mail_from)?;
    if matches!(transport, Transport::Smtp(_)) && config.mail_from == MAIL_FROM {
        tracing::warn!(
            "letters are sent as {MAIL_FROM}, which mail servers refuse; set TURNWISE_MAIL_FROM"
        );
    }
    let proxies = config.trust_proxy.parse()?;
    let (house_rules, reach) = (config.house_rules_text()?, config.reach()?);
    transport.try_folder()?;
    let db = super::database(config)?;
    // On a thread of its own, where it may wait for the database.
    let chosen = std::thread::scope(|scope| {
        scope.spawn(|| secret::choose(config, &db)).join().expect("it does not panic")
    });
    let secret = chosen?;
    let setup = web::Setup {
        db: db.clone(),
        clock: Clock::of_the_machine(),
        secret: secret.clone(),
        strength: Strength::Full,
        access_minutes: config.access_minutes,
        transport,
        mail_from: config.mail_from.clone(),
        pictures: !config.no_pictures,
        origin: config.origin.clone().map(|_| config.public_origin()).unwrap_or_default(),
        listen: config.listen.clone(),
        rate: config.rate,
        proxies,
        workers: config.workers.map(usize::from).unwrap_or_else(|| {
            std::thread::available_parallelism().map_or(2, std::num::NonZero::get)
        }),
        time: config.time(),
        house_rules,
        reach,
    };
    let running = web::start(setup)?;
    print_where(config, &running, &mail)?;
    tokio::spawn(give_memory_back());
    let stop = running.stop();
    let stopped = running.until_stopped();
    tokio::pin!(stopped);
    let lost = tokio::select! {
        done = &mut stopped => return done.map_err(|error| error.to_string()),
        heard = signalled() => heard.map(|()| None).map_err(|error| error.to_string())?,
        why = db.lost() => Some(why),
        () = mark::until_another(&db, &secret) => Some(
            "another secret has taken the place of the one that this server knows: start it again \
             with that"
                .to_owned(),
        ),
    };
    cut_off_in_time();
    stop.stop();
    let done = stopped.await.map_err(|error| error.to_string());
    lost.map_or(done, Err)
}

/// Waits until the process is asked to stop.
#[cfg(unix)]
async fn signalled() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut term, mut int) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::select! {
        _ = term.recv() => {}
        _ = int.recv() => {}
    }
    Ok(())
}

#[cfg(not(unix))]
async fn signalled() -> std::io::Result<()> {
    tokio::signal::ctrl_c().await
}

/// Ends the process, should a stop take too long. Nothing acknowledged is lost by that:
/// what was acknowledged is durable.
fn cut_off_in_time() {
    std::thread::spawn(|| {
        std::thread::sleep(LONGEST_STOP);
        tracing::error!("the stop takes too long; what still runs is cut off");
        std::process::exit(1);
    });
}

fn print_where(config: &Config, running: &web::Running, mail: &str) -> Result<(), String> {
    let database = match &config.database_url {
        Some(url) if !url.starts_with("sqlite:") => "Postgres".to_owned(),
        _ => config.database()?,
    };
    let site = match config.origin {
        Some(_) => config.public_origin(),
        None => format!("http://{}", running.address),
    };
    say(format_args!("Turnwise is at      {site}"));
    say(format_args!("API documentation   {site}/docs/"));
    say(format_args!("Database            {database}"));
    match mail.strip_prefix("folder:") {
        Some(folder) => say(format_args!("Letters are put in  {folder}")),
        None => say("Letters go by       SMTP"),
    }
    Ok(())
}

/// The signal for a file that may not grow any more kills whoever does not listen for
/// it; whoever does gets an error from the write, and the service goes on reading.
#[cfg(unix)]
fn outlive_the_file_size_limit() -> Result<(), String> {
    use tokio::signal::unix::{SignalKind, signal};
    // From POSIX, and the same number wherever Rust has its standard library but MIPS.
    const SIGXFSZ: i32 =
        if cfg!(any(target_arch = "mips", target_arch = "mips64")) { 31 } else { 25 };
    signal(SignalKind::from_raw(SIGXFSZ)).map(drop).map_err(|error| error.to_string())
}

#[cfg(not(unix))]
fn outlive_the_file_size_limit() -> Result<(), String> {
    Ok(())
}
