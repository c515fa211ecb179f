//! Pages for people. Every page works without scripts; a GET never changes anything.
//!
//! In reading order: [`answer`] (frame and problems), [`visitor`] (cookie, forms),
//! [`form`], [`people`] (signing in, links of letters), [`front`], [`matches`] (their list), [`lobby`]
//! with [`options`], [`pace`] and [`line`], [`invitations`]; of a running match [`table`] with [`plan`],
//! [`planned`], [`choices`], [`early`], [`shut`], [`switches`], [`worth`], [`compared`], [`strip`],
//! [`waiting`], [`news`] and [`end`], [`words`], [`play`], [`teaching`], [`proposals`], [`substitutes`];
//! [`history`] with [`chart`], [`live`], [`watching`], [`reports`], [`talk`], [`notes`]; of a person
//! [`profile`], [`account`], [`hours`] with [`away`], [`letters`], [`ways`], [`feeds`],
//! [`second_factor`], [`blocks`]; [`games`], [`house`] (its rules), [`bots`], [`errors`], [`board`]
//! (drawings), [`assets`], [`inside`].

pub mod account;
pub mod answer;
pub mod assets;
pub mod away;
pub mod blocks;
pub mod board;
pub mod bots;
pub mod chart;
pub mod choices;
pub mod compared;
mod early;
pub mod end;
pub mod errors;
pub mod feeds;
pub mod form;
pub mod front;
pub mod games;
pub mod history;
mod hours;
pub mod house;
pub mod inside;
pub mod invitations;
pub mod laid;
pub mod letters;
pub mod line;
pub mod live;
pub mod lobby;
pub mod matches;
pub mod news;
pub mod notes;
pub mod options;
pub mod pace;
pub mod past;
pub mod people;
pub mod plan;
pub mod planned;
pub mod play;
mod points;
mod profile;
mod proposals;
pub mod reports;
pub mod second_factor;
mod shut;
pub mod strip;
pub mod substitutes;
mod switches;
pub mod table;
pub mod talk;
mod teaching;
pub mod visitor;
pub mod waiting;
pub mod watching;
pub mod ways;
mod words;
pub mod worth;

use actix_web::web::{ServiceConfig, get, post, scope};
use actix_web::{Route, Scope};
use std::future::ready;

/// What only forms of a match send to: whoever has reloaded or kept it comes to the match.
const FORMS: &str = "/{form:decline|host|invitations|join|learned|leave|play|presence|rematch|\
    resign|return|robots|robots/dismiss|stand-ins|start|substitutes|take-back|watching|\
    watching/revoke}";

/// What only forms of the page of an account send to.
const ACCOUNT_FORMS: &str = "/account/{form:address|away|away/end|bot|close|confirmation-letter|\
    password|sessions/end|tokens|tokens/revoke}";

/// The addresses of the pages.
pub fn routes(config: &mut ServiceConfig) {
    config
        .route("/", get().to(front::front))
        .route("/icon.svg", get().to(assets::icon))
        .route("/service-worker.js", get().to(assets::service_worker))
        .route("/manifest.webmanifest", get().to(assets::manifest))
        .route("/offline", get().to(assets::offline))
        .route("/assets/{mark}/{name}", get().to(assets::asset))
        .route("/sign-in", get().to(people::ask_sign_in))
        .route("/sign-in", post().to(people::sign_in))
        .route("/sign-out", post().to(people::sign_out))
        .route("/register", get().to(people::ask_register))
        .route("/register", post().to(people::register))
        .route("/confirm", get().to(people::ask_confirm))
        .route("/confirm", post().to(people::confirm))
        .route("/forgot", get().to(people::ask_forgot))
        .route("/forgot", post().to(people::forgot))
        .route("/reset", get().to(people::ask_reset))
        .route("/reset", post().to(people::reset))
        .route("/letters/unsubscribe", get().to(people::ask_unsubscribe))
        .route("/letters/unsubscribe", post().to(people::unsubscribe))
        .route("/matches", get().to(matches::matches))
        .route("/matches/new", get().to(lobby::ask_new))
        .route("/matches/new", post().to(lobby::open))
        .service(of_a_match())
        .route("/invited", get().to(invitations::ask_invited))
        .route("/invited", post().to(invitations::come))
        .route("/invited/decline", get().to(invitations::ask_decline))
        .route("/invited/decline", post().to(invitations::decline_by_link))
        .route("/invited/never", get().to(invitations::ask_never))
        .route("/invited/never", post().to(invitations::never))
        .route("/next", get().to(front::next))
        .route("/report", get().to(reports::ask))
        .route("/report", post().to(reports::report))
        .route("/people/{handle}", get().to(profile::profile))
        .route("/games", get().to(games::games))
        .route("/games/{slug}", get().to(games::game))
        .route("/games/{slug}/ratings", get().to(profile::best))
        .route("/games/{slug}/teach", get().to(teaching::look))
        .route("/games/{slug}/teach", post().to(teaching::teach))
        .route("/help", get().to(games::help))
        .route("/house-rules", get().to(house::house))
        .route("/docs/errors", get().to(errors::errors))
        .route("/docs/bots", get().to(bots::kit))
        .route("/account", get().to(account::account))
        .route("/account/data", get().to(account::data))
        .route("/account/letters", get().to(letters::letters))
        .route("/account/letters", post().to(letters::keep))
        .route("/account/letters/matches", post().to(letters::keep_single))
        .route("/account/letters/matches", lead_to("/account/letters"))
        .route("/account/away", post().to(away::leave))
        .route("/account/away/end", post().to(away::be_back))
        .route("/account/blocks", get().to(blocks::show))
        .route("/account/blocks", post().to(blocks::block))
        .route("/account/blocks/end", post().to(blocks::unblock))
        .route("/account/blocks/end", lead_to("/account/blocks"))
        .route("/account/notices", get().to(ways::show))
        .route("/account/notices/webhooks", post().to(ways::add_webhook))
        .route("/account/notices/browsers", post().to(ways::add_browser))
        .route("/account/notices/change", post().to(ways::change))
        .route("/account/notices/{form:webhooks|browsers|change}", lead_to("/account/notices"))
        .route("/account/time", get().to(hours::show))
        .route("/account/time", post().to(hours::change))
        .route("/account/bot", post().to(bots::choose))
        .route("/account/address", post().to(account::address))
        .route("/account/password", post().to(account::password))
        .route("/account/sessions/end", post().to(account::sign_out_elsewhere))
        .route("/account/confirmation-letter", post().to(people::send_confirmation))
        .route("/account/second-factor", get().to(second_factor::show))
        .route("/account/second-factor", post().to(second_factor::enrol))
        .route("/account/second-factor/confirm", post().to(second_factor::confirm))
        .route("/account/second-factor/recovery-codes", post().to(second_factor::renew))
        .route("/account/second-factor/end", post().to(second_factor::end))
        .route(
            "/account/second-factor/{form:confirm|recovery-codes|end}",
            lead_to("/account/second-factor"),
        )
        .route("/account/feeds", get().to(feeds::show))
        .route("/account/feeds", post().to(feeds::make))
        .route("/account/feeds/revoke", post().to(feeds::revoke))
        .route("/account/feeds/revoke", lead_to("/account/feeds"))
        .route("/account/tokens", post().to(account::make_token))
        .route("/account/tokens/revoke", post().to(account::revoke_token))
        .route("/account/close", post().to(account::close))
        .route(ACCOUNT_FORMS, lead_to("/account"))
        .route("/sign-out", lead_to("/"));
}

/// The GET of what only takes forms: whoever reloads it, or has signed in on the way there, comes
/// to their page.
fn lead_to(page: &'static str) -> Route {
    get().to(move || ready(answer::to(page)))
}

/// The addresses of the pages of one match.
fn of_a_match() -> Scope {
    scope("/matches/{id}")
        .route("", get().to(table::table))
        .route("/join", post().to(lobby::join))
        .route("/leave", post().to(lobby::leave))
        .route("/start", post().to(lobby::start))
        .route("/host", post().to(lobby::host))
        .route("/rematch", post().to(end::rematch))
        .route("/robots", post().to(lobby::seat_robot))
        .route("/robots/dismiss", post().to(lobby::dismiss_robot))
        .route("/invitations", post().to(invitations::invite))
        .route("/decline", post().to(invitations::decline))
        .route("/watching", post().to(watching::allow))
        .route("/watching/revoke", post().to(watching::forbid))
        .route("/play", post().to(play::play))
        .route("/take-back", post().to(play::take_back))
        .route("/resign", post().to(play::resign))
        .route("/stand-ins", post().to(play::call_stand_in))
        .route("/return", post().to(play::come_back))
        .route("/substitutes", post().to(substitutes::substitute))
        .route("/presence", post().to(play::present))
        .route("/proposals", get().to(proposals::show))
        .route("/proposals", post().to(proposals::propose))
        .route("/proposals/{number}/vote", post().to(proposals::vote))
        .route("/proposals/{number}/withdraw", post().to(proposals::withdraw))
        .route("/proposals/{number}/{form:vote|withdraw}", get().to(proposals::look))
        .route(FORMS, get().to(play::look))
        .route("/learned", post().to(teaching::learned))
        .route("/talk", get().to(talk::show))
        .route("/talk", post().to(talk::say))
        .route("/talk/read", post().to(talk::has_read))
        .route("/talk/shown", post().to(talk::show_talk))
        .route("/talk/{line}/remove", post().to(talk::unsay))
        .route("/talk/{line}/report", post().to(talk::report))
        .route("/talk/{form:read|shown}", get().to(talk::look))
        .route("/talk/{line}/{form:remove|report}", get().to(talk::look))
        .route("/notes", get().to(notes::show))
        .route("/notes", post().to(notes::note))
        .route("/bookmarks", post().to(notes::bookmark))
        .route("/bookmarks", get().to(notes::look))
        .route("/bookmarks/{event}/remove", post().to(notes::remove_bookmark))
        .route("/bookmarks/{event}/remove", get().to(notes::look))
        .route("/words", get().to(words::words))
        .route("/history", get().to(history::history))
        .route("/verify", get().to(history::verify))
        .route("/export", get().to(history::download))
        .route("/live", get().to(live::live))
}
