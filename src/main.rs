//! The commands of the `turnwise` program.

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use turnwise::accounts::password::Strength;
use turnwise::clock::Clock;
use turnwise::config::Config;
use turnwise::db::Db;
use turnwise::mail::transport::Transport;
use turnwise::matches::export;
use turnwise::web;

/// Play deep board games by web, one turn at a time.
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    config: Config,
}

#[derive(Subcommand)]
enum Command {
    /// Serve (the default).
    Serve,
    /// Fill an empty database with three people and matches of every stage.
    Demo,
    /// Prove an exported match, or with --database fold every stream of the database.
    Verify {
        /// The exported file.
        file: Option<std::path::PathBuf>,
        /// Check the database instead of a file.
        #[arg(long)]
        database: bool,
    },
    /// Print the state of an exported match, with everything in it, as JSON.
    Replay {
        /// The exported file.
        file: std::path::PathBuf,
        /// The version; the last one if left out.
        #[arg(long)]
        at: Option<i64>,
    },
    /// Print the OpenAPI document.
    Openapi,
    /// Bring the database's tables up to date, and stop.
    Migrate,
    /// Ask a running server whether it is ready; for container health checks.
    Healthcheck,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command.unwrap_or(Command::Serve) {
        Command::Serve => serve(&cli.config),
        Command::Demo => demo(&cli.config),
        Command::Verify { file, database } => verify(&cli.config, file, database),
        Command::Replay { file, at } => replay(&file, at),
        Command::Openapi => {
            print_json(&web::document());
            Ok(())
        }
        Command::Migrate => database(&cli.config).map(drop),
        Command::Healthcheck => healthcheck(&cli.config),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("turnwise: {why}");
            ExitCode::FAILURE
        }
    }
}

fn print_json(value: &serde_json::Value) {
    println!("{value:#}");
}

fn database(config: &Config) -> Result<Db, String> {
    Db::connect(&config.database()?)
}

fn logging(config: &Config) {
    use tracing_subscriber::EnvFilter;
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,turnwise=info"));
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if config.log_json { builder.json().init() } else { builder.init() }
}

fn serve(config: &Config) -> Result<(), String> {
    logging(config);
    // Connections to a mail server live in the runtime, so it comes first.
    actix_web::rt::System::new().block_on(serve_here(config))
}

async fn serve_here(config: &Config) -> Result<(), String> {
    let mail = config.mail_transport();
    let setup = web::Setup {
        db: database(config)?,
        clock: Clock::of_the_machine(),
        secret: config.signing_secret()?,
        strength: Strength::Full,
        access_minutes: config.access_minutes,
        transport: Transport::parse(&mail, config.mail_authorities()?.as_deref())?,
        mail_from: config.mail_from.clone(),
        origin: config.origin.clone().map(|_| config.public_origin()).unwrap_or_default(),
        listen: config.listen.clone(),
        rate: config.rate,
        trust_proxy: config.trust_proxy,
        workers: config.workers.unwrap_or_else(|| {
            std::thread::available_parallelism().map_or(2, std::num::NonZero::get)
        }),
    };
    let database = match &config.database_url {
        Some(url) if !url.starts_with("sqlite:") => "Postgres".to_owned(),
        _ => config.database()?,
    };
    let running = web::start(setup)?;
    let site = match config.origin {
        Some(_) => config.public_origin(),
        None => format!("http://{}", running.address),
    };
    println!("Turnwise is at      {site}");
    println!("API documentation   {site}/docs/");
    println!("Database            {database}");
    match mail.strip_prefix("folder:") {
        Some(folder) => println!("Letters are put in  {folder}"),
        None => println!("Letters go by       SMTP"),
    }
    running.until_stopped().await.map_err(|error| error.to_string())
}

fn demo(config: &Config) -> Result<(), String> {
    let said = turnwise::demo::fill(&database(config)?, &config.signing_secret()?)?;
    println!("{said}");
    Ok(())
}

fn verify(
    config: &Config,
    file: Option<std::path::PathBuf>,
    whole_database: bool,
) -> Result<(), String> {
    if whole_database {
        let db = database(config)?;
        let (streams, broken) =
            db.read_blocking(export::verify_database).map_err(|error| error.to_string())?;
        for (id, why) in &broken {
            println!("{id}: {why}");
        }
        println!("{streams} streams, {} broken", broken.len());
        return if broken.is_empty() { Ok(()) } else { Err("some streams are broken".to_owned()) };
    }
    let file = file.ok_or("name an exported file, or use --database")?;
    let verified = export::verify(&read(&file)?)?;
    println!("This match of {} was played as it says.", verified.game);
    println!("{} events, {} commands decided again.", verified.events, verified.commands);
    println!("Head hash {}", verified.hash);
    for (place, name, points) in verified.ranking {
        println!("{place}. {name}, {points} points");
    }
    Ok(())
}

fn replay(file: &std::path::Path, at: Option<i64>) -> Result<(), String> {
    print_json(&export::replay(&read(file)?, at)?);
    Ok(())
}

fn read(file: &std::path::Path) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

/// Asks over a plain socket: an image needs no other program for it.
fn healthcheck(config: &Config) -> Result<(), String> {
    use std::io::{Read, Write};
    let port = config.listen.rsplit(':').next().unwrap_or("8080");
    let said = |error: std::io::Error| error.to_string();
    let mut stream = std::net::TcpStream::connect(format!("127.0.0.1:{port}")).map_err(said)?;
    stream.set_read_timeout(Some(std::time::Duration::from_secs(5))).map_err(said)?;
    stream
        .write_all(b"GET /health/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .map_err(said)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).map_err(said)?;
    if answer.starts_with("HTTP/1.1 200") { Ok(()) } else { Err("not ready".to_owned()) }
}
