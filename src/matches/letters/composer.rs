//! Whatever waits to be sent, composed when it is: letters and messages, about matches and about
//! accounts.

use super::compose::Links;
use crate::accounts::Accounts;
use crate::db::Tx;
use crate::db::deliveries::DeliveryRow;
use crate::error::Result;
use crate::mail::kind::LetterKind;
use crate::mail::letter::Draft;
use crate::mail::queue::{Compose, Letter, Verdict};
use crate::matches::Matches;
use crate::matches::invitations::address::AddressLinks;
use crate::reach::Reach;
use crate::reach::http::Parcel;
use crate::reach::news::{News, Subject, TEST};

/// Knows what every letter of the outbox is about, and every message.
#[derive(Clone)]
pub struct Composer {
    /// Whom they are for.
    pub accounts: Accounts,
    /// What they tell of.
    pub matches: Matches,
    /// The address people reach the service under.
    pub origin: String,
    /// By which ways messages go beside letters.
    pub reach: Reach,
}

impl Compose<Parcel, DeliveryRow> for Composer {
    fn compose(&self, tx: &mut Tx<'_>, delivery: &DeliveryRow) -> Result<Verdict<Parcel>> {
        let way = match self.accounts.way_of(tx, &self.reach, delivery)? {
            Ok(way) => way,
            Err(why) => return Ok(Verdict::Withdraw(why.to_owned())),
        };
        let news = if delivery.kind == TEST {
            let now = delivery.created_at;
            Verdict::Send(News::of(Subject::Test, None, &self.origin, None, now))
        } else {
            let thread = |match_id: &str| self.accounts.thread(&delivery.account_id, match_id);
            self.matches.tell_by_way(tx, delivery, &self.origin, &thread)?
        };
        Ok(match news {
            Verdict::Send(news) => {
                Verdict::Send(self.accounts.pack(&self.reach, &way, delivery, &news)?)
            }
            Verdict::Withdraw(why) => Verdict::Withdraw(why),
            Verdict::Later(why, wait) => Verdict::Later(why, wait),
        })
    }
}

impl Compose<Draft> for Composer {
    fn compose(&self, tx: &mut Tx<'_>, letter: &Letter) -> Result<Verdict<Draft>> {
        if letter.kind == LetterKind::InvitationByAddress {
            let address =
                |path: &str, token: String| format!("{}{path}?token={token}", self.origin);
            let links = AddressLinks {
                accept: &|row| address("/invited", self.accounts.invitation_token(&row.id)),
                never: &|row| address("/invited/never", self.accounts.never_token(&row.mailbox)),
            };
            return self.matches.compose_addressed(tx, letter, &links);
        }
        if letter.about.is_none() && letter.kind != LetterKind::Digest {
            return self.accounts.compose(tx, letter, &self.origin);
        }
        let unsubscribe = |kinds: &[LetterKind]| {
            let token = self.accounts.unsubscribe_token(&letter.account_id, kinds);
            format!("{}/letters/unsubscribe?token={token}", self.origin)
        };
        let links = Links { origin: &self.origin, unsubscribe: &unsubscribe };
        self.matches.compose(tx, letter, &links)
    }
}
