//! Tales of what an ended match says about who plays how well.

use super::absence::{daily, time_out};
use super::consent::propose;
use super::*;
use crate::matches::ratings::result::{
    Outcome, Part, Played, Verdict, counts_if_given_up, outcome,
};
use crate::matches::stream::event::{Edition, Lapse, Verdict as Closed};
use crate::matches::time::Absence;
use crate::rules::Chance;
use crate::rules::chance::Seeded;

const DORA: &str = "dora";
const THIRD: Seat = Seat(2);

impl Tale {
    /// Whoever is awaited plays on until it is so, without a look at what is stored.
    fn quickly(mut self, so: impl Fn(&Match) -> bool) -> Tale {
        let mut chance = Seeded::new(1);
        while !so(&self.on) {
            let seat = *self.on.awaited().first().expect("somebody is awaited");
            let sitter = &self.on.sitters[seat.index()];
            let stood_in = sitter.resigned.is_some() || sitter.stand_in.is_some();
            let by = match sitter.robot {
                Some(player) => Caller::Robot(player),
                None if stood_in => Caller::Clock,
                None => person(&sitter.account),
            };
            let legal = self.legal(seat);
            let command = legal[chance.below(legal.len() as u32) as usize].clone();
            let play = Command::Play { seat, command };
            let draft = self.decide(&by, &play).expect("it is legal");
            (self.on, self.new) = draft.finish();
            self.all.extend(self.new.iter().cloned());
        }
        self
    }

    fn until_it_ends(self) -> Tale {
        self.quickly(|on| on.ranking.is_some())
    }

    /// It is the second round, so what happens now can count.
    fn in_round(self, round: u16) -> Tale {
        self.quickly(|on| on.round() >= round)
    }

    fn says(&self) -> Outcome {
        let says = outcome(&self.on.id, &self.all).expect("it can be folded");
        says.expect("it has ended")
    }

    #[track_caller]
    fn is(self, verdict: Verdict) -> Tale {
        assert_eq!(self.says().verdict, verdict);
        self
    }

    #[track_caller]
    fn played_by(&self, account: &str) -> Played {
        let people = self.says().people;
        people.into_iter().find(|one| one.account == account).expect("they had a seat")
    }

    /// What somebody did, and their place among all who are compared.
    #[track_caller]
    fn rates(self, account: &str, part: Part, standing: impl Into<Option<u8>>) -> Tale {
        let played = self.played_by(account);
        assert_eq!((played.part, played.standing), (part, standing.into()), "{account}");
        self
    }

    /// The place of a seat by the board.
    fn place(&self, seat: Seat) -> u8 {
        let ranking = self.on.ranking.as_ref().expect("a ranking");
        ranking.iter().find(|standing| standing.seat == seat).expect("its place").place
    }
}

/// Whoever is awaited, and their account.
fn whose_turn(tale: &Tale) -> (String, Seat) {
    let (by, seat) = tale.awaited();
    (by.person().expect("a person").to_owned(), seat)
}

#[test]
fn those_who_stay_are_rated_among_each_other_by_the_board() {
    let tale = Tale::running(&[BEN, CLEO]).until_it_ends().is(Verdict::Rated);
    for (account, seat) in [(ANNA, FIRST), (BEN, SECOND), (CLEO, THIRD)] {
        let played = tale.played_by(account);
        let place = tale.place(seat);
        assert_eq!((played.part, played.standing), (Part::Stayed, Some(place)));
        assert_eq!(played.place, Some(place));
        assert_eq!(played.points, Some(played.sources.values().sum()), "{:?}", played.sources);
        assert!(played.waits > 5 && played.stood_in == 0 && !played.only_against);
    }
}

#[test]
fn whoever_resigns_loses_to_all_who_stay_whatever_the_board_says() {
    let tale = Tale::running(&[BEN, CLEO]).in_round(2).when(&person(BEN), Command::Resign);
    let tale = tale.until_it_ends().is(Verdict::Rated).rates(BEN, Part::Left, 3);
    let (anna, cleo) = (tale.played_by(ANNA).standing, tale.played_by(CLEO).standing);
    assert_eq!(anna < cleo, tale.place(FIRST) < tale.place(THIRD));
}

#[test]
fn of_those_who_leave_the_last_to_go_is_first() {
    Tale::running(&[BEN, CLEO, DORA])
        .in_round(2)
        .when(&person(DORA), Command::Resign)
        .in_round(3)
        .when(&person(BEN), Command::Resign)
        .until_it_ends()
        .is(Verdict::Rated)
        .rates(BEN, Part::Left, 3)
        .rates(DORA, Part::Left, 4);
}

#[test]
fn a_leaver_loses_even_if_only_one_stays() {
    Tale::running(&[BEN])
        .in_round(2)
        .when(&person(ANNA), Command::Resign)
        .then(&[Kind::Resigned, Kind::Ended])
        .is(Verdict::Rated)
        .rates(BEN, Part::Stayed, 1)
        .rates(ANNA, Part::Left, 2);
}

#[test]
fn a_leaver_loses_to_robots_too() {
    let tale = Tale::given(&wish(2)).when(&person(ANNA), robot(Robot::Random));
    let tale = tale.in_round(2).when(&person(ANNA), Command::Resign).is(Verdict::Rated);
    tale.rates(ANNA, Part::Left, 2).rates("robot:random:1", Part::Stayed, 1);
}

#[test]
fn a_match_that_ends_in_its_first_round_is_not_rated() {
    let tale = Tale::running(&[BEN]).when(&person(ANNA), Command::Resign);
    tale.then(&[Kind::Resigned, Kind::Ended]).is(Verdict::FirstRound);
    Tale::running(&[BEN]).all_agree(ANNA, Terms::Cancel).is(Verdict::FirstRound);
}

#[test]
fn a_match_that_was_opened_as_one_that_does_not_count_is_not_rated() {
    let tale = Tale::given(&Open { rated: false, ..wish(2) });
    let tale = tale.then(&[Kind::Opened, Kind::Unrated, Kind::Joined]);
    tale.when(&person(BEN), join())
        .in_round(2)
        .when(&person(ANNA), Command::Resign)
        .is(Verdict::ByWish);
}

/// Somebody has lost their seat to a stand-in, in the second round or later.
fn lost() -> (Tale, String, Seat) {
    let tale = daily(Absence::Gentle).in_round(2);
    let (account, seat) = whose_turn(&tale);
    let tale = tale.lapses(Lapse::Grace).lapses(Lapse::Turn).turn_played(&Caller::Clock);
    let tale = tale.quickly(|on| on.awaited().contains(&seat)).lapses(Lapse::Seat);
    (tale, account, seat)
}

#[test]
fn a_seat_that_is_not_taken_back_from_the_stand_in_is_left() {
    let (tale, account, _) = lost();
    tale.until_it_ends().is(Verdict::Rated).rates(&account, Part::Left, 3);
}

#[test]
fn a_seat_that_is_taken_back_from_the_stand_in_was_not_left() {
    let (tale, account, seat) = lost();
    let tale = tale.when(&person(&account), Command::Return).until_it_ends().is(Verdict::Rated);
    let played = tale.played_by(&account);
    assert_eq!((played.part, played.standing), (Part::Stayed, Some(tale.place(seat))));
}

#[test]
fn who_lost_the_seat_and_resigns_later_has_gone_with_the_seat() {
    let (tale, lost, seat) = lost();
    let other = Seat::all(3).find(|other| *other != seat).expect("another one");
    let other = tale.on.sitters[other.index()].account.clone();
    let tale = tale.when(&person(&other), Command::Resign);
    let tale = tale.when(&person(&lost), Command::Resign).is(Verdict::Rated);
    tale.rates(&other, Part::Left, 2).rates(&lost, Part::Left, 3);
}

#[test]
fn a_match_in_which_nobody_stays_is_not_rated() {
    let tale = daily(Absence::Gentle).in_round(2);
    let mut tale = tale;
    // Everybody loses their seat, one after the other.
    while tale.on.sitters.iter().any(|sitter| sitter.plays()) {
        let seat = tale.on.awaited()[0];
        let sitter = &tale.on.sitters[seat.index()];
        let lapse = match (sitter.lapses.grace, sitter.lapses.in_a_row) {
            _ if !sitter.plays() => None,
            (false, _) => Some(Lapse::Grace),
            (true, 0) => Some(Lapse::Turn),
            (true, _) => Some(Lapse::Seat),
        };
        tale = match lapse {
            None => tale.turn_played(&Caller::Clock),
            Some(Lapse::Turn) => tale.lapses(Lapse::Turn).turn_played(&Caller::Clock),
            Some(lapse) => tale.lapses(lapse),
        };
    }
    tale.now += Duration::days(31);
    let tale = tale.when(&Caller::Clock, Command::Expire).then(&[Kind::Expired, Kind::Ended]);
    let tale = tale.is(Verdict::NobodyStayed);
    assert!(tale.says().people.iter().all(|one| one.part == Part::Left));
}

#[test]
fn who_lets_a_match_wait_until_it_is_given_up_has_left_it() {
    let mut tale = Tale::running(&[BEN, CLEO]).in_round(2);
    let (account, _) = whose_turn(&tale);
    tale.now += Duration::days(61);
    let tale = tale.when(&Caller::Clock, Command::Expire).is(Verdict::Rated);
    for one in tale.says().people {
        match one.account == account {
            true => assert_eq!((one.part, one.standing), (Part::Left, Some(3))),
            // It has no result, so the others are not compared with each other.
            false => assert_eq!((one.part, one.standing), (Part::Stayed, None)),
        }
    }
}

#[test]
fn whether_giving_a_match_up_would_count_is_known_before() {
    let two = |on: &Match| on.round() >= 2 && on.awaited() == [Seat(0)];
    let with_robot = || Tale::given(&wish(2)).when(&person(ANNA), robot(Robot::Random));
    for (mut tale, counts) in [
        (Tale::running(&[BEN, CLEO]), false),
        (Tale::running(&[BEN, CLEO]).quickly(two), true),
        (with_robot().quickly(|on| on.awaited() == [Seat(0)]), false),
        (with_robot().quickly(two), true),
    ] {
        assert_eq!(counts_if_given_up(&tale.on), counts);
        tale.now += Duration::days(61);
        let tale = tale.when(&Caller::Clock, Command::Expire);
        assert_eq!(tale.says().verdict == Verdict::Rated, counts);
    }
}

#[test]
fn what_all_agree_to_end_early_is_not_rated() {
    for by_score in [false, true] {
        let tale = Tale::running(&[BEN]).in_round(3).all_agree(BEN, Terms::End { by_score });
        tale.is(Verdict::Agreed);
    }
}

#[test]
fn who_sits_alone_with_robots_neither_ends_what_counts_nor_goes_back_in_it() {
    let alone = || {
        let tale = Tale::given(&wish(2)).when(&person(ANNA), robot(Robot::Random));
        tale.in_round(3)
    };
    for by_score in [false, true] {
        let end = |edition| Command::Propose { terms: Terms::End { by_score }, edition };
        alone().when_refused(&person(ANNA), end(Edition::NOW), Code::WrongTerms);
        // Before the third edition nothing came of it either.
        let tale = alone().when(&person(ANNA), end(Edition::Second));
        let tale = tale.came_to(Closed::Overtaken);
        assert!(tale.on.ranking.is_none());
    }
    let tale = alone().played_until(|tale| {
        let (_, seat) = tale.awaited();
        seat == FIRST && tale.step(seat, false).is_some()
    });
    let (to, command) = (tale.on.version, tale.step(FIRST, false).expect("it shows nothing"));
    let tale = tale.when(&person(ANNA), Command::Play { seat: FIRST, command });
    let back = propose(Terms::Rewind { to });
    let tale = tale.when_refused(&person(ANNA), back, Code::WrongTerms);
    tale.until_it_ends().is(Verdict::Rated);
}

#[test]
fn what_others_were_asked_is_not_decided_by_who_is_left_alone_with_it() {
    for terms in [Terms::End { by_score: true }, Terms::End { by_score: false }] {
        let tale = Tale::running(&[BEN]).in_round(3).when(&person(ANNA), propose(terms.clone()));
        let tale = tale.when(&person(BEN), Command::Resign);
        // With two the match is over by that; with a robot it goes on.
        tale.is(Verdict::Rated).rates(ANNA, Part::Stayed, 1);
        let tale = Tale::given(&wish(3)).when(&person(BEN), join());
        let tale = tale.when(&person(ANNA), robot(Robot::Random)).in_round(3);
        let tale = tale.when(&person(ANNA), propose(terms)).when(&person(BEN), Command::Resign);
        let tale = tale.came_to(Closed::Overtaken);
        let tale = tale.until_it_ends().is(Verdict::Rated);
        assert_eq!(tale.played_by(ANNA).part, Part::Stayed);
    }
}

#[test]
fn who_went_back_alone_when_that_was_possible_is_judged_by_the_rules_of_then() {
    let tale = Tale::given(&wish(2)).when(&person(ANNA), robot(Robot::Random)).in_round(3);
    let tale = tale.played_until(|tale| {
        let (_, seat) = tale.awaited();
        seat == FIRST && tale.step(seat, false).is_some()
    });
    let (to, command) = (tale.on.version, tale.step(FIRST, false).expect("it shows nothing"));
    let tale = tale.when(&person(ANNA), Command::Play { seat: FIRST, command });
    let then = Command::Propose { terms: Terms::Rewind { to }, edition: Edition::First };
    tale.when(&person(ANNA), then).until_it_ends().is(Verdict::WentBack);
}

#[test]
fn an_end_by_score_ranks_by_what_the_game_decides_by() {
    let wish = Open { game: "great-zimbabwe".to_owned(), ..wish(2) };
    let mut differs = 0;
    for seed in 0..40 {
        let join = Command::Join { entropy: Some(format!("{seed}")) };
        let tale = Tale::given(&wish).when(&person(BEN), join).in_round(4);
        let (game, state) = (tale.on.game(), tale.on.state.clone().expect("it runs"));
        let tale = tale.all_agree(ANNA, Terms::End { by_score: true });
        let ranking = tale.on.ranking.clone().expect("it has ended");
        assert_eq!(ranking, game.ranking(&state));
        differs += usize::from(ranking[0].points < ranking[1].points);
    }
    assert!(differs > 0, "who has fewer points was never nearer to their VR");
}

#[test]
fn what_all_agree_to_end_when_the_end_is_near_is_rated_by_the_points_as_they_are() {
    for by_score in [false, true] {
        let tale = Tale::running(&[BEN]).in_round(6).all_agree(BEN, Terms::End { by_score });
        let tale = tale.is(Verdict::Rated);
        let (anna, ben) = (tale.played_by(ANNA), tale.played_by(BEN));
        assert_eq!(anna.points.cmp(&ben.points), ben.standing.cmp(&anna.standing));
        assert_eq!(anna.place.is_some(), by_score, "without a result nobody has a place");
    }
}

#[test]
fn a_match_that_went_back_behind_what_was_shown_is_not_rated_and_another_one_is() {
    let tale = Tale::running(&[BEN]).in_round(2);
    let to = tale.on.version;
    let shown = tale.clone().quickly(|on| on.has_shown_since(to));
    shown.all_agree(ANNA, Terms::Rewind { to }).until_it_ends().is(Verdict::WentBack);
    let tale = tale.played_until(|tale| {
        let (_, seat) = tale.awaited();
        tale.step(seat, false).is_some()
    });
    let (to, (by, seat)) = (tale.on.version, tale.awaited());
    let command = tale.step(seat, false).expect("it shows nothing");
    let tale = tale.when(&by, Command::Play { seat, command });
    tale.all_agree(ANNA, Terms::Rewind { to }).until_it_ends().is(Verdict::Rated);
}

#[test]
fn a_substitute_is_never_rated_and_whom_they_replace_has_left() {
    let tale = Tale::running(&[BEN, CLEO]).in_round(2).when(&person(BEN), Command::Resign);
    let tale = tale.when(&person(DORA), Command::Substitute { seat: SECOND });
    let tale = tale.until_it_ends().is(Verdict::Rated);
    let tale = tale.rates(DORA, Part::Substitute, None).rates(BEN, Part::Left, 3);
    assert_eq!(tale.played_by(DORA).place, Some(tale.place(SECOND)), "the ranking has them");
    assert_eq!(tale.played_by(BEN).points, None, "what became of the seat is not theirs");
}

#[test]
fn a_substitute_who_leaves_again_is_not_rated_either() {
    let tale = Tale::running(&[BEN, CLEO]).in_round(2).when(&person(BEN), Command::Resign);
    let tale = tale.when(&person(DORA), Command::Substitute { seat: SECOND });
    let tale = tale.when(&person(DORA), Command::Resign);
    let tale = tale.when(&person("emil"), Command::Substitute { seat: SECOND }).until_it_ends();
    tale.is(Verdict::Rated)
        .rates(DORA, Part::Substitute, None)
        .rates("emil", Part::Substitute, None)
        .rates(BEN, Part::Left, 3);
}

fn hand_on(tale: Tale) -> Tale {
    let terms = Terms::Replace { seat: SECOND, to: Some(DORA.to_owned()) };
    let tale = tale.when(&person(BEN), propose(terms));
    let proposal = tale.on.version;
    let tale = tale.when(&person(ANNA), Command::Vote { proposal, yes: true });
    let is_open = tale.on.open_seats(tale.now).next().is_some();
    let tale = match is_open {
        true => tale,
        false => tale.when(&person(CLEO), Command::Vote { proposal, yes: true }),
    };
    tale.when(&person(DORA), Command::Substitute { seat: SECOND })
}

#[test]
fn who_hands_the_seat_on_as_the_others_agree_has_not_left_unless_the_end_is_near() {
    let early = hand_on(Tale::running(&[BEN, CLEO]).in_round(2)).until_it_ends();
    early.is(Verdict::Rated).rates(BEN, Part::HandedOn, None);
    let late = hand_on(Tale::running(&[BEN, CLEO]).in_round(6)).until_it_ends();
    late.is(Verdict::Rated).rates(BEN, Part::Left, 3);
}

#[test]
fn a_result_counts_only_against_a_seat_of_whose_waits_more_than_a_quarter_were_stood_in() {
    let mut tale = daily(Absence::Gentle).in_round(2);
    let (account, seat) = whose_turn(&tale);
    let played = tale.clone().until_it_ends().played_by(&account);
    assert_eq!((played.stood_in, played.only_against), (0, false));
    let all = played.waits;
    // The person comes back each time, and their time is over again.
    tale = tale.lapses(Lapse::Grace);
    let mut stood_in = 0;
    while stood_in * 4 <= all {
        tale = tale.until_due().when(&Caller::Clock, time_out(seat)).turn_played(&Caller::Clock);
        stood_in += 1;
        if tale.on.sitters[seat.index()].stand_in.is_some() {
            tale = tale.when(&person(&account), Command::Return);
        }
        if tale.on.ranking.is_some() {
            break;
        }
        tale = tale.quickly(|on| on.awaited().contains(&seat) || on.ranking.is_some());
    }
    let tale = tale.until_it_ends().is(Verdict::Rated);
    let played = tale.played_by(&account);
    assert_eq!((played.part, played.stood_in), (Part::Stayed, stood_in));
    assert_eq!(played.only_against, stood_in * 4 > played.waits);
    assert!(played.only_against, "{stood_in} of {}", played.waits);
}

#[test]
fn a_turn_that_is_taken_back_and_played_again_is_one_wait() {
    let tale = Tale::running(&[BEN]).in_round(2).played_until(|tale| {
        let (by, seat) = tale.awaited();
        let Some(command) = tale.step(seat, false) else { return false };
        let draft = tale.decide(&by, &Command::Play { seat, command }).expect("it is legal");
        !draft.after().awaited().contains(&seat)
    });
    let (by, seat) = tale.awaited();
    let command = tale.step(seat, false).expect("it shows nothing");
    let play = Command::Play { seat, command };
    let (account, _) = whose_turn(&tale);
    let end = |tale: Tale| {
        let other = if account == ANNA { BEN } else { ANNA };
        tale.when(&person(other), Command::Resign).played_by(&account).waits
    };
    let once = tale.when(&by, play.clone());
    let again = once.clone().when(&by, Command::TakeBack { to: None });
    assert_eq!(end(again.clone()) + 1, end(once.clone()));
    assert_eq!(end(again.when(&by, play)), end(once));
}
