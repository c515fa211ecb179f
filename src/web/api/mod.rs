//! The JSON API under `/api/v1`: one file a resource, all listed here.

pub mod accounts;
pub mod games;
pub mod live;
pub mod look;
pub mod matches;
pub mod me;
pub mod operations;
pub mod robots;
pub mod seats;
pub mod sessions;
pub mod table;

use utoipa_actix_web::scope;
use utoipa_actix_web::service_config::ServiceConfig;

/// Every operation of the API, in the order the document shows them.
pub fn operations(config: &mut ServiceConfig) {
    config.service(
        scope::scope("/api/v1")
            .service(accounts::register)
            .service(accounts::confirm)
            .service(accounts::send_confirmation)
            .service(accounts::forgot_password)
            .service(accounts::reset_password)
            .service(sessions::sign_in)
            .service(sessions::refresh)
            .service(sessions::sign_out)
            .service(me::me)
            .service(me::change_me)
            .service(me::close_me)
            .service(me::tokens)
            .service(me::make_token)
            .service(me::revoke_token)
            .service(me::letters)
            .service(me::turns)
            .service(games::list)
            .service(games::details)
            .service(matches::open)
            .service(matches::list)
            .service(look::look)
            .service(seats::join)
            .service(seats::invite)
            .service(seats::leave)
            .service(robots::seat_robot)
            .service(robots::dismiss_robot)
            .service(seats::start)
            .service(seats::resign)
            .service(table::take_back)
            .service(table::legal)
            .service(table::play)
            .service(table::history)
            .service(table::export)
            .service(live::events),
    );
    config.service(operations::live);
    config.service(operations::ready);
    config.service(operations::metrics);
}
