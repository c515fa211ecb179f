//! Tales of a match before its start.

use super::*;

#[test]
fn who_opens_a_match_has_its_first_seat() {
    Tale::given(&wish(3)).then(&[Kind::Opened, Kind::Joined]).then_match(|on| {
        assert_eq!((on.status, &*on.host, on.seat_of(ANNA)), (Status::Open, ANNA, Some(FIRST)));
    });
}

#[test]
fn a_match_that_cannot_be_is_not_opened() {
    let refused = |wish: Open| opened(&wish).map(drop).expect_err("a no").code;
    assert_eq!(refused(Open { game: "chess".to_owned(), ..wish(2) }), Code::NoSuchGame);
    assert_eq!(refused(wish(5)), Code::WrongNumberOfSeats);
    assert_eq!(refused(wish(1)), Code::WrongNumberOfSeats);
    assert_eq!(refused(Open { config: json!({ "zzz": 1 }), ..wish(2) }), Code::WrongOptions);
}

#[test]
fn the_last_seat_starts_the_match_and_nobody_joins_after_that() {
    Tale::given(&wish(3))
        .when(&person(BEN), join())
        .then(&[Kind::Joined])
        .when_refused(&person(BEN), join(), Code::SeatedAlready)
        .when(&person(CLEO), join())
        .then(&[Kind::Joined, Kind::Started])
        .then_match(|on| assert_eq!(on.status, Status::Running))
        .when_refused(&person(CLEO), join(), Code::SeatedAlready)
        .when_refused(&person("dora"), join(), Code::MatchNotOpen);
}

#[test]
fn only_people_join_and_a_private_match_only_with_its_code() {
    Tale::given(&Open { visibility: Visibility::Private, ..wish(3) })
        .when_refused(&person(BEN), join(), Code::NotFound)
        .invited()
        .when(&person(BEN), join())
        .then(&[Kind::Joined])
        .invited()
        .when_refused(&person(BEN), join(), Code::SeatedAlready)
        .when_refused(&person(CLEO), Command::Leave, Code::NotFound)
        .when_refused(&Caller::Clock, join(), Code::NoSeat)
        .when_refused(&Caller::Operator, join(), Code::NoSeat)
        .when_refused(&Caller::Robot(RANDOM), join(), Code::NoSeat);
}

#[test]
fn a_host_who_leaves_passes_the_match_on_and_later_seats_move_up() {
    Tale::given(&wish(4))
        .when(&person(ANNA), robot(Robot::Random))
        .when(&person(BEN), join())
        .when(&person(ANNA), Command::Leave)
        .then_first(&Event::Left(Left { host: BEN.to_owned() }))
        .then(&[Kind::Left])
        .then_match(|on| assert_eq!((&*on.host, on.seat_of(BEN)), (BEN, Some(SECOND))))
        .when_refused(&person(ANNA), Command::Leave, Code::NoSeat);
}

#[test]
fn a_match_in_which_only_robots_are_left_is_cancelled() {
    Tale::given(&wish(4))
        .when(&person(ANNA), robot(Robot::Random))
        .when(&person(ANNA), Command::Leave)
        .then(&[Kind::Left, Kind::Cancelled])
        .then_match(|on| assert_eq!(on.status, Status::Cancelled))
        .when_refused(&person(BEN), join(), Code::MatchNotOpen);
}

#[test]
fn nobody_leaves_a_match_that_is_played() {
    Tale::running(&[BEN])
        .when_refused(&person(BEN), Command::Leave, Code::MatchRunning)
        .when_refused(&person(CLEO), Command::Leave, Code::NoSeat)
        .when_refused(&Caller::Clock, Command::Leave, Code::NoSeat);
}

#[test]
fn the_host_seats_robots_in_the_next_seat_and_sends_them_away() {
    let meant = |seat| Command::SeatRobot { robot: Robot::Random, meant: Some(seat) };
    let dismiss = |seat| Command::DismissRobot { seat };
    let second = RobotPlayer { number: 2, ..RANDOM };
    Tale::given(&wish(4))
        .when_refused(&person(BEN), robot(Robot::Random), Code::HostOnly)
        .when_refused(&person(ANNA), meant(Seat(2)), Code::SeatTaken)
        .when(&person(ANNA), meant(SECOND))
        .then_first(&Event::RobotJoined(RANDOM))
        .when(&person(ANNA), robot(Robot::Random))
        .then_first(&Event::RobotJoined(second))
        .when_refused(&person(ANNA), dismiss(FIRST), Code::NotFound)
        .when_refused(&person(ANNA), dismiss(Seat(9)), Code::NotFound)
        .when_refused(&person(BEN), dismiss(SECOND), Code::HostOnly)
        .when(&person(ANNA), dismiss(SECOND))
        .then(&[Kind::RobotLeft])
        .then_match(|on| assert_eq!(on.sitters[1].robot, Some(second)))
        .when(&person(ANNA), robot(Robot::Random))
        .then_first(&Event::RobotJoined(RANDOM))
        .when(&person(ANNA), robot(Robot::Sensible))
        .then(&[Kind::RobotJoined, Kind::Started])
        .when_refused(&person(ANNA), dismiss(SECOND), Code::MatchNotOpen);
}

#[test]
fn the_host_starts_a_match_that_has_enough_people() {
    Tale::given(&wish(4))
        .when_refused(&person(ANNA), Command::Start, Code::TooFewPeople)
        .when(&person(BEN), join())
        .when_refused(&person(BEN), Command::Start, Code::HostOnly)
        .when_refused(&Caller::Operator, Command::Start, Code::NoSeat)
        .when(&person(ANNA), Command::Start)
        .then(&[Kind::Started])
        .when_refused(&person(ANNA), Command::Start, Code::MatchNotOpen);
}
