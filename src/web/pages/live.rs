//! Live events for pages, which show a cookie and not a token.

use super::answer::Answer;
use super::visitor::{Visitor, is_https, secret};
use super::watching::looker;
use crate::error::{Error, Result};
use crate::matches::watching::Looker;
use crate::web::App;
use crate::web::live::{self, Listener, Wanted};
use actix_web::{HttpRequest, web};
use serde::Deserialize;
use std::future::Future;
use std::pin::Pin;

/// From where on.
#[derive(Deserialize)]
pub struct From {
    after: Option<i64>,
    /// Whether to hear of the talk, too.
    #[serde(default)]
    talk: bool,
}

struct Browser {
    looker: Looker,
    secret: Option<String>,
}

impl Listener for Browser {
    fn looker(&self) -> &Looker {
        &self.looker
    }

    fn still_there<'a>(
        &'a self,
        app: &'a App,
    ) -> Pin<Box<dyn Future<Output = Result<()>> + Send + 'a>> {
        Box::pin(async move {
            let (Some(_), Some(secret)) = (&self.looker.account, &self.secret) else {
                return Ok(());
            };
            app.accounts.by_browser(secret).await.map(drop)
        })
    }
}

/// GET /matches/{id}/live
pub async fn live(
    app: web::Data<App>,
    request: HttpRequest,
    visitor: Visitor,
    id: web::Path<String>,
    from: web::Query<From>,
) -> Answer {
    let wanted = Wanted { after: live::from(&request, from.after)?, talk: from.talk };
    let listener = Browser {
        looker: looker(visitor.id(), &request),
        secret: secret(is_https(&app), &request),
    };
    let id = id.into_inner();
    live::stream(app, &request, id, wanted, listener).await.map_err(Error::into)
}
