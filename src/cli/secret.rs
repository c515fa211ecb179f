//! Which secret a service is served with.

use turnwise::accounts::mark::Mark;
use turnwise::clock::Clock;
use turnwise::config::Config;
use turnwise::db::{Db, accounts};
use turnwise::error::Error;

/// What holds under the secret alone that it was computed with.
const COMPUTED: &str = "codes of second factors, access tokens, links in letters, signatures of \
    webhooks and promised seeds";

/// The secret that is set or was made before, or one that is made where nobody has an account
/// yet. Another one than the database was served with takes its place only where that is meant
/// (`anew`).
pub fn choose(config: &Config, db: &Db, anew: bool) -> Result<String, String> {
    let said = |error: Error| format!("the mark of the secret in the database: {}", error.detail);
    let people = db.read_blocking(accounts::are_there).map_err(said)?;
    loop {
        let mark = Mark::of(db).map_err(said)?;
        // After the mark: whoever made it has made its secret before.
        let set = config.known_secret()?;
        allowed(config, &mark, set.as_deref(), people, anew)?;
        let secret = set.map_or_else(|| config.signing_secret(), Ok)?;
        let replaces = !mark.is_of(&secret);
        if !mark.replace(db, &secret, Clock::of_the_machine().now()).map_err(said)? {
            // Another process was first, perhaps with another one.
            continue;
        }
        match people && replaces {
            true if anew => tracing::warn!(
                "the secret is a new one: {COMPUTED} from before hold no more, and who wants no \
                 letters is forgotten"
            ),
            true => tracing::warn!(
                "{} is taken for the one that this database was always served with: an older \
                 version kept no mark of it. From now on no server starts with another one",
                config.secret_source()
            ),
            false => {}
        }
        return Ok(secret);
    }
}

/// Refuses a secret that is another one or not here, unless that is meant; and one that is the
/// same where another one is.
fn allowed(
    config: &Config,
    mark: &Mark,
    set: Option<&str>,
    people: bool,
    anew: bool,
) -> Result<(), String> {
    let (source, file) = (config.secret_source(), config.secret_file().display().to_string());
    let is_same = set.is_some_and(|secret| mark.is_of(secret));
    let lost = format!(
        "Under another one {COMPUTED} hold no more, and who wants no letters is forgotten. If it \
         is lost, or shall hold no more, `turnwise serve --new-secret` goes on with another one"
    );
    match set {
        Some(_) if anew && is_same => Err(format!(
            "{source} is what this database is served with already. Without --new-secret it goes \
             on as before; for another one set TURNWISE_SECRET, or move {file} away"
        )),
        _ if anew || is_same => Ok(()),
        Some(_) if mark.is_there() => Err(format!(
            "{source} is another one than this database was served with: put back the old one. \
             {lost}"
        )),
        None if mark.is_there() || people => Err(format!(
            "the secret that this database was served with is not here: put it into {file} or set \
             TURNWISE_SECRET. {lost}"
        )),
        _ => Ok(()),
    }
}
