//! Tales of whom an agreement binds, and by which rules.

use super::consent::{about_to_be_late_again, propose};
use super::*;
use crate::matches::stream::event::{Edition, Lapse, Verdict};
use crate::matches::time::pace::Preset;
use crate::matches::time::{Absence, Timing};

#[test]
fn another_pace_waits_for_whoever_is_stood_in_for() {
    let (tale, _, [late_is, one, two]) = about_to_be_late_again();
    let tale = tale.lapses(Lapse::Seat);
    let pace = Preset::Relaxed.pace();
    let tale = tale.when(&person(&one), propose(Terms::ChangePace { pace })).answers(&two, true);
    assert!(tale.on.proposals()[0].closed.is_none(), "nobody is bound who cannot say no");
    let tale = tale.when(&person(&late_is), Command::Return);
    assert!(tale.on.proposals()[0].closed.is_none(), "they are asked, too");
    tale.answers(&late_is, true).came_to(Verdict::Carried);
}

#[test]
fn what_was_proposed_by_older_rules_is_decided_by_them() {
    let (tale, _, [_, one, two]) = about_to_be_late_again();
    let tale = tale.lapses(Lapse::Seat);
    let terms = Terms::ChangePace { pace: Preset::Relaxed.pace() };
    let older = Command::Propose { terms, edition: Edition::First };
    tale.when(&person(&one), older).answers(&two, true).came_to(Verdict::Carried);
}

#[test]
fn what_one_person_proposes_in_vain_keeps_nobody_else_from_proposing_something_else() {
    let mut tale = Tale::given(&Open {
        timing: Some(Timing { pace: Preset::Daily.pace(), absence: Absence::Gentle }),
        ..wish(4)
    });
    tale.now = noon();
    for who in [BEN, CLEO, "dora"] {
        tale = tale.when(&person(who), join());
    }
    let (_, awaited) = tale.awaited();
    let more = |minutes| propose(Terms::MoreTime { seat: awaited, minutes });
    let others: Vec<String> = (0..4)
        .filter(|at| *at != awaited.index())
        .map(|at| tale.on.sitters[at].account.clone())
        .collect();
    let [one, two, three] = &others[..] else { panic!("three others") };
    let tale = tale.when(&person(one), more(1)).answers(two, false).answers(three, false);
    let tale = tale.came_to(Verdict::Refused);
    tale.clone().when_refused(&person(one), more(60), Code::ProposedTooOften);
    tale.clone().when_refused(&person(two), more(1), Code::ProposedTooOften);
    tale.when(&person(two), more(60)).answers(three, true).came_to(Verdict::Carried);
}
