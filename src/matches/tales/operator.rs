//! What the operator does to a match.

use super::*;
use crate::matches::stream::event::Renamed;
use crate::matches::stream::state::StandIn;

fn title(title: &str) -> Command {
    Command::Rename { title: title.to_owned() }
}

#[test]
fn the_operator_gives_a_match_another_title_whenever_that_is_and_nobody_else_does() {
    let renamed = |to: &str| Event::Renamed(Renamed { title: to.to_owned() });
    let tale = Tale::given(&wish(2));
    for by in [person(ANNA), person(CLEO), Caller::Clock, Caller::Robot(RANDOM)] {
        let no = tale.decide(&by, &title("Mine")).map(drop).expect_err("a no");
        assert_eq!(no.code, Code::NoSeat);
    }
    let tale = tale
        .when(&Caller::Operator, title("A title"))
        .then_first(&renamed("A title"))
        .then_match(|on| assert_eq!(on.opened.title, "A title"))
        .when_refused(&Caller::Operator, title("A title"), Code::InvalidField);
    let long = "x".repeat(81);
    let tale = ["", " x", "a\nb", "a\u{1b}[2Jb", &long].into_iter().fold(tale, |tale, odd| {
        let no = opened(&Open { title: odd.to_owned(), ..wish(2) }).map(drop).expect_err("a no");
        assert_eq!(no.code, Code::InvalidField, "nor is a match opened like that");
        tale.when_refused(&Caller::Operator, title(odd), Code::InvalidField)
    });
    let tale = tale.when(&person(BEN), join());
    let (asked, awaited) = (tale.on.asked_at, tale.on.awaited());
    let tale = tale.when(&Caller::Operator, title("While it runs")).then_match(|on| {
        // What somebody thought up before is not stale.
        assert_eq!((on.asked_at, on.awaited()), (asked, awaited.clone()));
        fresh(on, asked).expect("it is fresh");
    });
    tale.when(&person(BEN), Command::Resign)
        .then_match(|on| assert_eq!(on.status, Status::Ended))
        .when(&Caller::Operator, title("When it is over"))
        .then_match(|on| {
            assert_eq!((on.status, &*on.opened.title), (Status::Ended, "When it is over"))
        })
        .when_refused(&Caller::Operator, Command::StandIn { seat: FIRST }, Code::MatchOver);
}

#[test]
fn a_stand_in_of_the_operator_plays_until_the_person_returns_and_no_lapse_is_counted() {
    let stand_in = |seat| Command::StandIn { seat };
    let tale = Tale::running(&[BEN, CLEO]);
    let (by, seat) = tale.awaited();
    let tale = tale
        .when_refused(&by, stand_in(seat), Code::NoSeat)
        .when_refused(&Caller::Clock, stand_in(seat), Code::NoSeat)
        .when_refused(&Caller::Operator, stand_in(Seat(7)), Code::NotFound)
        .when(&Caller::Operator, stand_in(seat))
        .then(&[Kind::StoodIn])
        .when_refused(&Caller::Operator, stand_in(seat), Code::StoodIn)
        .then_match(|on| {
            let sitter = &on.sitters[seat.index()];
            assert_eq!(sitter.stand_in, Some(StandIn::Seat));
            assert_eq!(sitter.lapses, Default::default());
            assert_eq!(on.plays_by_itself().map(|plays| plays.by), Some(Caller::Clock));
        });
    let command = tale.legal(seat).swap_remove(0);
    let tale = tale.when(&Caller::Clock, play(seat, command));
    let returned = tale.when(&by, Command::Return);
    let returned = returned.then(&[Kind::Returned]);
    assert_eq!(returned.on.sitters[seat.index()].stand_in, None);
    let resigned = returned.when(&by, Command::Resign);
    resigned.when_refused(&Caller::Operator, stand_in(seat), Code::ResignedAlready);
}

#[test]
fn the_operator_takes_a_seat_back_before_the_start_and_the_next_person_hosts() {
    let unseat = |seat| Command::Unseat { seat };
    let tale = Tale::given(&wish(4)).when(&person(ANNA), robot(Robot::Random));
    tale.when(&person(BEN), join())
        .when_refused(&person(ANNA), unseat(Seat(2)), Code::NoSeat)
        .when_refused(&Caller::Operator, unseat(SECOND), Code::NotFound)
        .when(&Caller::Operator, unseat(FIRST))
        .then_first(&Event::Left(Left { host: BEN.to_owned() }))
        .then_match(|on| assert_eq!((&*on.host, on.seat_of(ANNA)), (BEN, None)))
        .when(&Caller::Operator, unseat(SECOND))
        .then(&[Kind::Left, Kind::Cancelled]);
    let tale = Tale::running(&[BEN]);
    tale.when_refused(&Caller::Operator, unseat(FIRST), Code::MatchNotOpen);
}
