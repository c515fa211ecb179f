//! What an operator can set: flags, environment variables, and defaults that
//! serve a first look without setting anything.

use crate::db::file_of;
use crate::matches::Settings;
use crate::matches::time::pace;
use crate::private;
use crate::reach::Reach;
use crate::reach::guard::{self, Guard};
use chrono::Duration;
use clap::Args;
use std::io::Write;
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};
use url::Url;

/// The address that letters come from where none is set: good for a folder, and for no mail server.
pub const MAIL_FROM: &str = "turnwise@localhost.localdomain";

/// The settings of a server.
#[derive(Clone, Debug, Args)]
pub struct Config {
    /// The database: `sqlite://FILE`, or `postgres://USER:PASSWORD@HOST/NAME` in every form
    /// that libpq knows, with several hosts too. Percent-encode / @ % ? # in the password, or
    /// set PGPASSWORD.
    /// Default: the file `turnwise.db` in the data folder.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,

    /// The folder for everything that is kept: database, secret and mail folder.
    #[arg(long, env = "TURNWISE_DATA", default_value = "data")]
    pub data: PathBuf,

    /// Where the server listens.
    #[arg(long, env = "TURNWISE_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: String,

    /// The address people reach the server under, for links in letters.
    /// Default: `http://` and the listening address.
    #[arg(long, env = "TURNWISE_ORIGIN", value_parser = origin)]
    pub origin: Option<String>,

    /// The secret that signs tokens, 32 characters or more, the same for all processes of one
    /// service; better as a variable, since others on the machine may see the words of a command.
    /// Default: made once and kept in the data folder.
    #[arg(long, env = "TURNWISE_SECRET", hide_env_values = true)]
    pub secret: Option<String>,

    /// How letters travel: `folder:PATH`, `smtp://HOST:PORT` (this machine only),
    /// `smtp+starttls://USER:PASSWORD@HOST:PORT` or `smtps://…`.
    /// Default: the folder `mail` in the data folder.
    #[arg(long, env = "TURNWISE_MAIL", hide_env_values = true)]
    pub mail: Option<String>,

    /// A file of certificates (PEM) that vouch for the mail server, beside the public
    /// authorities: for a server with an authority of its own.
    #[arg(long, env = "TURNWISE_MAIL_CA")]
    pub mail_ca: Option<PathBuf>,

    /// The address letters come from.
    #[arg(long, env = "TURNWISE_MAIL_FROM", default_value = MAIL_FROM)]
    pub mail_from: String,

    /// Letters go without a picture of the board: they are much smaller, and a small machine has
    /// less to do.
    #[arg(long, env = "TURNWISE_NO_PICTURES")]
    pub no_pictures: bool,

    /// Whose `X-Forwarded-For` is believed when requests are counted: the addresses or
    /// networks of your reverse proxies, such as `10.0.0.0/8,::1`. `true` believes whoever
    /// connects; only for a service that nothing but its proxy can reach.
    #[arg(long, env = "TURNWISE_TRUST_PROXY", default_value = "false",
        num_args = 0..=1, default_missing_value = "true")]
    pub trust_proxy: String,

    /// Multiplies how often an address or account may ask, guess, register, open matches, invite
    /// and hold connections, and nothing that is counted in the database (lines of talk, addresses
    /// invited in a day, matches open at once); for load tests, where all come from one address.
    #[arg(long, env = "TURNWISE_RATE", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..))]
    pub rate: u32,

    /// Threads that answer requests. Default: one a processor.
    #[arg(long, env = "TURNWISE_WORKERS", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub workers: Option<u16>,

    /// Minutes an access token works.
    #[arg(long, env = "TURNWISE_ACCESS_MINUTES", default_value_t = 10,
        value_parser = clap::value_parser!(i64).range(1..=1440))]
    pub access_minutes: i64,

    /// Seconds that news of a match settle before a letter tells them: what happens meanwhile
    /// goes along, and a turn that is played meanwhile needs none.
    #[arg(long, env = "TURNWISE_SETTLING", default_value_t = 180,
        value_parser = clap::value_parser!(u32).range(..=3600))]
    pub settling: u32,

    /// After how many minutes in which no process served, that time counts on nobody's clock.
    /// 0: clocks run on; else 5 at least, since a process says only now and then that it is there.
    #[arg(long, env = "TURNWISE_OUTAGE_MINUTES", default_value_t = 5, value_parser = outage_minutes)]
    pub outage_minutes: u32,

    /// The least time for a turn that people can agree on, in minutes; an hour at least.
    #[arg(long, env = "TURNWISE_SHORTEST_TURN", default_value_t = pace::SHORTEST,
        value_parser = clap::value_parser!(u32).range(i64::from(pace::SHORTEST)..=i64::from(pace::DAY)))]
    pub shortest_turn: u32,

    /// By which ways news of matches may go beside letters: `webhooks`, `push` (to browsers),
    /// both with a comma between them, or `none`.
    #[arg(long, env = "TURNWISE_REACH", default_value = "webhooks,push")]
    pub reach: String,

    /// Addresses or networks such as `10.0.0.0/8,::1` to which webhooks and push messages may
    /// go although they are not public, by HTTP too and at any port: for a closed network.
    /// Whoever has an account can have this server write to them.
    #[arg(long, env = "TURNWISE_REACH_NETWORKS", default_value = "")]
    pub reach_networks: String,

    /// A file of certificates (PEM) that vouch for the hosts of webhooks, beside the public
    /// authorities: for hosts with an authority of their own.
    #[arg(long, env = "TURNWISE_REACH_CA")]
    pub reach_ca: Option<PathBuf>,

    /// A file with your own rules of the house: plain text (UTF-8), with empty lines between
    /// paragraphs. It is read at start. Default: those that come with Turnwise.
    #[arg(long, env = "TURNWISE_HOUSE_RULES")]
    pub house_rules: Option<PathBuf>,

    /// Write the log as JSON, one object a line.
    #[arg(long, env = "TURNWISE_LOG_JSON")]
    pub log_json: bool,
}

impl Config {
    /// Those among the names of environment variables that look like settings and are none.
    pub fn unknown(names: impl Iterator<Item = String>) -> Vec<String> {
        let known = Config::augment_args(clap::Command::new("turnwise"));
        let is_known = |name: &str| {
            known.get_arguments().filter_map(|it| it.get_env()).any(|known| known == name)
        };
        // Kubernetes tells every process beside a service of this name where that is; its
        // `TURNWISE_PORT` is named, since somebody may have meant the port of this one.
        let is_told = |name: &str| {
            ["TURNWISE_SERVICE_HOST", "TURNWISE_SERVICE_PORT", "TURNWISE_PORT_"]
                .iter()
                .any(|told| name.starts_with(told))
        };
        names
            .filter(|name| name.starts_with("TURNWISE_") && !is_known(name) && !is_told(name))
            .collect()
    }

    /// The database's address; makes the data folder where it is needed.
    pub fn database(&self) -> Result<String, String> {
        match &self.database_url {
            Some(url) => is_plain(url)?,
            None => self.make_data()?,
        }
        Ok(self.address())
    }

    /// The address of a database that is there already: whoever names a wrong folder finds no
    /// empty one.
    pub fn existing_database(&self) -> Result<String, String> {
        let url = self.address();
        let Some(file) = file_of(&url) else { return Ok(url) };
        match file.try_exists() {
            Ok(true) => Ok(url),
            Ok(false) => Err(format!(
                "there is no database {}; say where it is by {}",
                file.display(),
                match self.database_url {
                    Some(_) => "--database-url or DATABASE_URL",
                    None => "--data or --database-url",
                }
            )),
            Err(error) => Err(format!("the database {}: {error}", file.display())),
        }
    }

    fn address(&self) -> String {
        let own = || format!("sqlite://{}", self.data.join("turnwise.db").display());
        self.database_url.clone().unwrap_or_else(own)
    }

    /// What is set about time.
    pub fn time(&self) -> Settings {
        let outage = Duration::minutes(self.outage_minutes.into());
        Settings {
            settling: Duration::seconds(self.settling.into()),
            outage_after: Some(outage).filter(|outage| !outage.is_zero()),
            shortest_wait: self.shortest_turn,
        }
    }

    /// The address in links, without a slash at the end.
    pub fn public_origin(&self) -> String {
        let origin = self.origin.clone().unwrap_or_else(|| format!("http://{}", self.listen));
        origin.trim_end_matches('/').to_owned()
    }

    /// Where the server listens, as addresses; more than one where a name stands for them.
    pub fn listens_at(&self) -> Result<Vec<SocketAddr>, String> {
        let at = self.listen.to_socket_addrs();
        let at = at.map_err(|error| format!("TURNWISE_LISTEN, {}: {error}", self.listen))?;
        Ok(at.collect())
    }

    /// How letters travel.
    pub fn mail_transport(&self) -> String {
        self.mail.clone().unwrap_or_else(|| format!("folder:{}", self.data.join("mail").display()))
    }

    /// The certificates that vouch for the mail server beside the public authorities.
    pub fn mail_authorities(&self) -> Result<Option<String>, String> {
        let read = |path: &PathBuf| {
            std::fs::read_to_string(path)
                .map_err(|error| format!("TURNWISE_MAIL_CA, {}: {error}", path.display()))
        };
        self.mail_ca.as_ref().map(read).transpose()
    }

    /// By which ways news of matches may go beside letters, and where to.
    pub fn reach(&self) -> Result<Reach, String> {
        let allowed = guard::networks(&self.reach_networks)?;
        let read = |path: &PathBuf| {
            std::fs::read_to_string(path)
                .map_err(|error| format!("TURNWISE_REACH_CA, {}: {error}", path.display()))
        };
        let authorities = self.reach_ca.as_ref().map(read).transpose()?;
        let guard = Guard { allowed, ..Guard::default() };
        Reach::new(guard, authorities.as_deref())?.only(&self.reach)
    }

    /// The operator's own rules of the house; empty where there are none.
    pub fn house_rules_text(&self) -> Result<String, String> {
        let Some(path) = &self.house_rules else { return Ok(String::new()) };
        let wrong = |why: &dyn std::fmt::Display| {
            format!("TURNWISE_HOUSE_RULES, {}: {why}", path.display())
        };
        let text = std::fs::read_to_string(path).map_err(|error| wrong(&error))?;
        match text.trim() {
            "" => Err(wrong(&"there is nothing in it")),
            _ => Ok(text),
        }
    }

    /// Where the secret is kept unless it is set.
    pub fn secret_file(&self) -> PathBuf {
        self.data.join("secret")
    }

    /// Where the secret comes from, as it is told.
    pub fn secret_source(&self) -> String {
        match &self.secret {
            Some(_) => "TURNWISE_SECRET".to_owned(),
            None => format!("the secret in {}", self.secret_file().display()),
        }
    }

    /// The secret, if it is set or was made before.
    pub fn known_secret(&self) -> Result<Option<String>, String> {
        let path = self.secret_file();
        let secret = match &self.secret {
            Some(secret) => Some(secret.clone()),
            None => kept_secret(&path)?,
        };
        let letters = |secret: &String| match secret.trim() {
            "" => 0,
            _ => secret.chars().count(),
        };
        match secret.as_ref().map(letters) {
            Some(0..32) => {
                let source = self.secret_source();
                let lost = if self.secret.is_some() { "" } else { "; if it is lost, move it away" };
                Err(format!("{source} must have 32 characters or more{lost}"))
            }
            _ => Ok(secret),
        }
    }

    /// A secret that is made and kept where there is none yet, and whether this is the one that
    /// was made now.
    pub fn made_secret(&self) -> Result<(String, bool), String> {
        self.make_data()?;
        let made = make_secret(&self.secret_file())?;
        let secret = self.known_secret()?.ok_or_else(|| {
            let file = self.secret_file();
            format!("{} cannot be read although it was just made: is it a link?", file.display())
        })?;
        Ok((secret, made))
    }

    fn make_data(&self) -> Result<(), String> {
        private::folder(&self.data)
            .map_err(|error| format!("the data folder {}: {error}", self.data.display()))
    }
}

/// Refuses parameters, which a file has none of: what they ask for would be part of its name.
fn is_plain(url: &str) -> Result<(), String> {
    match file_of(url).map(|path| path.as_os_str().as_encoded_bytes()) {
        Some(name) if name.is_empty() || name == b":memory:" || name.contains(&b'?') => {
            Err("DATABASE_URL: sqlite:// is followed by the path of a file and nothing else: what \
                 is kept needs one, and there are no parameters"
                .to_owned())
        }
        _ => Ok(()),
    }
}

/// The address of a service, such as `https://turnwise.example`.
fn origin(text: &str) -> Result<String, String> {
    let whole = Url::parse(text).ok().filter(|url| {
        matches!(url.scheme(), "http" | "https")
            && (url.path(), url.query(), url.fragment()) == ("/", None, None)
            && url.username().is_empty()
    });
    match whole {
        Some(url) => Ok(url.as_str().trim_end_matches('/').to_owned()),
        None => Err("such as https://turnwise.example, without a path".to_owned()),
    }
}

fn outage_minutes(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(minutes @ (0 | 5..=1440)) => Ok(minutes),
        _ => Err("0, or 5 to 1440".to_owned()),
    }
}

fn kept_secret(path: &Path) -> Result<Option<String>, String> {
    match std::fs::read_to_string(path) {
        Ok(secret) => Ok(Some(secret.trim().to_owned())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("the secret in {}: {error}", path.display())),
    }
}

/// Makes a secret, unless there is one; whether it did.
fn make_secret(path: &Path) -> Result<bool, String> {
    let said = |error: std::io::Error| {
        format!("no secret can be made in {}: {error}. Set TURNWISE_SECRET instead", path.display())
    };
    let secret = crate::random::token("");
    // Written whole under another name first: no crash leaves half of it, and no process
    // that starts at the same moment reads it before it is there.
    let whole = path.with_extension(crate::random::id());
    let mut file = private::file(&whole).map_err(said)?;
    let written = file.write_all(secret.as_bytes()).and_then(|()| file.sync_all());
    let made = written.and_then(|()| match std::fs::hard_link(&whole, path) {
        // The other one was first.
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(false),
        Ok(()) => Ok(true),
        // A file system without links.
        Err(_) => match private::file(path) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(false),
            made => made.and_then(|mut file| {
                file.write_all(secret.as_bytes()).and_then(|()| file.sync_all()).map(|()| true)
            }),
        },
    });
    let _ = std::fs::remove_file(&whole);
    made.map_err(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_setting_is_known_for_one() {
        let names = [
            "TURNWISE_MIAL",
            "TURNWISE_MAIL",
            "TURNWISE_LOG_JSON",
            "TURNWISE_SERVICE_HOST",
            "TURNWISE_PORT_8080_TCP",
            "TURNWISE_PORT",
            "DATABASE_URL",
            "HOME",
        ];
        let unknown = Config::unknown(names.iter().map(ToString::to_string));
        assert_eq!(unknown, ["TURNWISE_MIAL", "TURNWISE_PORT"]);
    }

    #[test]
    fn processes_that_start_at_the_same_moment_for_the_first_time_keep_one_secret() {
        for _ in 0..50 {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("secret");
            let kept = std::thread::scope(|scope| {
                let starting = [(); 8].map(|()| {
                    scope.spawn(|| {
                        make_secret(&path).unwrap();
                        kept_secret(&path).unwrap().unwrap()
                    })
                });
                starting.map(|one| one.join().unwrap())
            });
            assert!(kept[0].len() == 64 && kept.iter().all(|secret| *secret == kept[0]));
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        }
    }
}
