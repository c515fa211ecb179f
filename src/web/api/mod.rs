//! The JSON API under `/api/v1`: one file a resource, all listed here.

pub mod accounts;
pub mod away;
pub mod blocks;
pub mod calendar;
pub mod clocks;
pub mod feeds;
pub mod games;
pub mod invitations;
pub mod legal;
pub mod letters;
pub mod live;
pub mod look;
pub mod matches;
pub mod me;
pub mod news;
pub mod notes;
pub mod operations;
mod paging;
pub mod people;
pub mod proof;
pub mod proposals;
pub mod reports;
pub mod robots;
pub mod seats;
pub mod second_factor;
pub mod sessions;
pub mod substitutes;
pub mod table;
pub mod talk;
pub mod title;
pub mod watching;
pub mod ways;

use actix_web::web;
use utoipa_actix_web::scope::scope;
use utoipa_actix_web::service_config::ServiceConfig;

/// Adds every operation of the API to what holds operations, in the order the document shows them.
macro_rules! add_operations {
    ($config:ident, $scope:path) => {
        $config.service(
            // A request is compared with one after the other. What is asked of a match comes
            // first, where one pattern leads to plain words.
            $scope("/api/v1")
                .service(
                    $scope("/matches/{id}")
                        .service(table::play)
                        .service(legal::legal)
                        .service(look::look)
                        .service(clocks::clocks)
                        .service(clocks::call_stand_in)
                        .service(clocks::come_back)
                        .service(proposals::proposals)
                        .service(proposals::propose)
                        .service(substitutes::substitute)
                        .service(seats::host)
                        .service(seats::promise_rematch)
                        .service(seats::rematch)
                        .service(proposals::vote)
                        .service(proposals::withdraw)
                        .service(seats::join)
                        .service(invitations::invite)
                        .service(invitations::guests)
                        .service(seats::leave)
                        .service(watching::allow_watching)
                        .service(watching::forbid_watching)
                        .service(robots::seat_robot)
                        .service(robots::dismiss_robot)
                        .service(seats::start)
                        .service(seats::resign)
                        .service(table::take_back)
                        .service(table::history)
                        .service(table::export)
                        .service(letters::match_rhythm)
                        .service(letters::set_match_rhythm)
                        .service(letters::presence)
                        .service(talk::read_talk)
                        .service(talk::say)
                        .service(talk::has_read)
                        .service(talk::show_talk)
                        .service(talk::unsay)
                        .service(talk::report)
                        .service(reports::report_title)
                        .service(notes::read_notes)
                        .service(notes::note)
                        .service(notes::bookmark)
                        .service(notes::remove_bookmark)
                        .service(live::events),
                )
                .service(accounts::register)
                .service(accounts::confirm)
                .service(accounts::send_confirmation)
                .service(accounts::forgot_password)
                .service(accounts::reset_password)
                .service(sessions::sign_in)
                .service(sessions::refresh)
                .service(sessions::sign_out)
                .service(sessions::sign_out_elsewhere)
                .service(me::me)
                .service(me::change_me)
                .service(me::close_me)
                .service(me::tokens)
                .service(me::make_token)
                .service(me::revoke_token)
                .service(feeds::feeds)
                .service(feeds::make_feed)
                .service(feeds::revoke_feed)
                .service(second_factor::second_factor)
                .service(second_factor::enrol)
                .service(second_factor::confirm_second_factor)
                .service(second_factor::renew_recovery_codes)
                .service(second_factor::end_second_factor)
                .service(calendar::calendar)
                .service(calendar::change_calendar)
                .service(away::away)
                .service(away::be_away)
                .service(away::be_back)
                .service(blocks::blocks)
                .service(blocks::block)
                .service(blocks::unblock)
                .service(ways::webhooks)
                .service(ways::add_webhook)
                .service(ways::browsers)
                .service(ways::add_browser)
                .service(ways::switch_way)
                .service(ways::remove_way)
                .service(ways::try_way)
                .service(ways::deliveries)
                .service(me::letters)
                .service(letters::my_rhythm)
                .service(letters::set_my_rhythm)
                .service(me::turns)
                .service(invitations::invitations)
                .service(invitations::accept)
                .service(invitations::decline)
                .service(games::games)
                .service(games::details)
                .service(proof::commit)
                .service(matches::open)
                .service(matches::list)
                .service(reports::report_person)
                .service(people::person)
                .service(people::results)
                .service(people::best)
                .service(proof::keys),
        );
        $config.service(super::feeds::turn_feed);
        $config.service(super::feeds::due_calendar);
        $config.service(operations::live);
        $config.service(operations::ready);
        $config.service(operations::metrics);
    };
}

/// All of them, to be served.
pub fn operations(config: &mut web::ServiceConfig) {
    add_operations!(config, web::scope);
}

/// All of them, to be described: what that takes in code and memory, a process needs only once
/// somebody asks for the document or misses an address.
pub fn described(config: &mut ServiceConfig) {
    add_operations!(config, scope);
}
