//! What an ended match says about its people: nobody gets out of what they lost.

use super::super::ratings::result::{Part, Verdict, outcome};
use super::super::stream::event::{Event, Record, Terms, Verdict as Agreed};
use super::super::stream::fold::Walk;
use super::super::stream::rows;
use super::super::stream::state::Match;
use super::table::Table;
use crate::rules::Seat;

/// How many people play.
fn people(on: &Match) -> usize {
    on.sitters.iter().filter(|sitter| sitter.plays()).count()
}

/// The seats that went back in a match that counts, or ended it after its first round, when nobody
/// else was there to agree.
fn decided_alone(id: &str, records: &[Record]) -> Vec<Seat> {
    let mut walk = Walk::from(id, records, 1).expect("it was opened");
    let mut alone = Vec::new();
    for record in &records[1..] {
        let (on, carried) = (walk.at(), |number| {
            let terms = walk.at().proposal(number).map(|it| it.terms.clone());
            matches!(terms, Some(Terms::End { .. }))
        });
        let decides = match &record.event {
            Event::Rewound(_) => true,
            Event::ProposalClosed(closed) => {
                let carried = closed.verdict == Agreed::Carried && carried(closed.proposal);
                carried && on.round() > 1
            }
            _ => false,
        };
        if decides && on.rated && people(on) == 1 {
            let seats = Seat::all(on.sitters.len());
            alone.extend(seats.filter(|seat| on.sitters[seat.index()].plays()));
        }
        walk.step(record).expect("it was stored");
    }
    alone
}

/// Of a match that has ended: whoever left is behind all who stayed, whoever resigned has left,
/// whoever took over or handed on is compared with nobody, and nobody who sat alone has ended it
/// when it suited them or gone on from there.
pub(super) fn nobody_gets_out_of_a_loss(table: &mut Table) {
    let records = rows::read_all(table.rows.clone()).expect("they were stored");
    let on = &table.on;
    let says = outcome(&on.id, &records).expect("it folds").expect("it has ended");
    let stayed: Vec<_> = says.people.iter().filter(|one| one.part == Part::Stayed).collect();
    for one in &says.people {
        match one.part {
            Part::Stayed => {
                let sitter = &on.sitters[one.seat.index()];
                assert!(sitter.account == one.account && sitter.resigned.is_none(), "{one:?}");
            }
            Part::Left => {
                let standing = usize::from(one.standing.expect("who left has a place"));
                assert!(standing > stayed.len(), "{one:?} is before {stayed:?}");
            }
            Part::HandedOn | Part::Substitute => assert_eq!(one.standing, None, "{one:?}"),
        }
        assert!(one.stood_in <= one.waits, "{one:?}");
    }
    let compared = says.people.iter().filter(|one| one.part.is_compared()).count();
    let places = says.people.iter().filter_map(|one| one.standing);
    assert!(places.into_iter().all(|place| usize::from(place) <= compared), "{says:?}");
    assert!(says.verdict != Verdict::Agreed || people(on) > 1, "agreed with nobody: {says:?}");
    let alone = decided_alone(&on.id, &records);
    assert!(alone.is_empty(), "{alone:?} decided alone: {says:?}");
    let verdict = match says.verdict {
        Verdict::Rated => "rated",
        _ => "not rated",
    };
    table.note(verdict);
}
