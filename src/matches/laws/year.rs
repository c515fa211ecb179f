//! A year of many matches, as far as their streams go: people who are prompt, slow, stalling,
//! travelling or gone for good, letters that do not leave, outages, and processes that die.
//! What letters and mailboxes do beside it is looked at over a database (`tests/it/year.rs`).

use super::super::caller::Caller;
use super::super::decide::Command;
use super::super::stream::event::{AwayBooked, LastCall, Outage, Terms};
use super::super::stream::rows;
use super::super::stream::state::Status;
use super::super::stream::waits::{Free, Run};
use super::super::time::{Absence, Clock, clock, expires_at, reserve, soonest};
use super::asking::Ask;
use super::table::Table;
use super::{Tally, many, stored};
use crate::clock::Instant;
use crate::clock::calendar::Span;
use crate::clock::wall::Wall;
use crate::rules::{Robot, Seat};
use chrono::Duration;

/// Matches of a year where nobody says how many.
const SAMPLE: u64 = 60;

/// How often it is looked whose time is over.
const LOOK: Duration = Duration::minutes(20);

/// What people are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Habit {
    /// Plays within hours.
    Prompt,
    /// Plays after a day or two.
    Slow,
    /// Plays in the last minutes.
    Stalling,
    /// Is away now and then, and prompt otherwise.
    Travelling,
    /// Stops for good one day.
    Vanishing,
}

const HABITS: [Habit; 5] =
    [Habit::Prompt, Habit::Slow, Habit::Stalling, Habit::Travelling, Habit::Vanishing];

/// One match of the year.
struct Year {
    table: Table,
    habits: Vec<Habit>,
    /// When each seat's person looks at the match again.
    plans: Vec<Instant>,
    /// From when on those who vanish are gone.
    gone: Instant,
    /// What each seat was called for: when its clock began to run, and when the letter left.
    calls: Vec<Option<(Instant, Instant)>>,
    /// The clocks that run, as they were at a version.
    clocks: (i64, Vec<Running>),
    end: Instant,
}

/// A clock that runs.
#[derive(Clone, Copy, Debug)]
struct Running {
    seat: Seat,
    from: Instant,
    call_at: Instant,
    due: Instant,
}

impl Year {
    /// The match of this number with everybody in their seats; none where nothing is due in it.
    fn begin(number: u64) -> Option<Year> {
        let mut table = Table::open(number);
        table.on.timing?;
        while table.on.status == Status::Open {
            let by = table.people[table.on.sitters.len()].account_id.clone();
            let join = Command::Join { entropy: None };
            table.goes(&Ask::One(Caller::Person(by), join, true)).ok()?;
        }
        let seats = table.on.sitters.len();
        let habits = (0..seats).map(|_| HABITS[table.roll(HABITS.len())]).collect();
        let gone = table.now + Duration::days(5 + table.roll(60) as i64);
        let (plans, end) = (vec![table.now; seats], table.now + Duration::days(365));
        let (calls, clocks) = (vec![None; seats], (0, Vec::new()));
        Some(Year { habits, plans, gone, calls, clocks, end, table })
    }

    fn running(&self) -> bool {
        self.table.on.status == Status::Running && self.table.now < self.end
    }

    fn person(&self, seat: Seat) -> Caller {
        Caller::Person(self.table.on.sitters[seat.index()].account.clone())
    }

    /// Asks for something; whether it happened.
    fn does(&mut self, by: Caller, command: Command) -> bool {
        let before = matches!(command, Command::Vote { .. }).then(|| self.runs());
        let done = self.table.goes(&Ask::One(by, command, false)).is_ok_and(|done| done);
        if let Some(before) = before {
            self.nothing_is_taken_by_a_pause(&before);
        }
        done
    }

    /// The pauses so far, and what runs on the clock of each seat.
    fn runs(&self) -> (Vec<Span>, Vec<Option<Run>>) {
        let on = &self.table.on;
        let runs = Seat::all(on.sitters.len()).map(|seat| on.waits.running(seat));
        (on.pauses.clone(), runs.collect())
    }

    /// Where a pause has begun or ended, everybody has at least what was theirs from the beginning.
    fn nothing_is_taken_by_a_pause(&self, (pauses, before): &(Vec<Span>, Vec<Option<Run>>)) {
        let (newer, after) = self.runs();
        if newer == *pauses {
            return;
        }
        for (old, new) in before.iter().zip(&after) {
            let (Some(old), Some(new)) = (old, new) else { continue };
            let free = |run: &Run| match run.free {
                Free::Whole | Free::Turn => run.pace.window,
                Free::Returned => run.pace.again,
                Free::Grace => run.pace.grace,
            };
            assert!(new.given >= old.given && free(new) >= free(old), "{old:?} became {new:?}");
        }
    }

    /// Asks for something that must happen.
    #[track_caller]
    fn must(&mut self, by: Caller, command: Command) {
        let done = self.table.goes(&Ask::One(by, command.clone(), false));
        assert!(done.as_ref().is_ok_and(|done| *done), "{command:?}: {done:?}");
    }

    /// Time passes until the next thing happens, and it happens.
    fn go_on(&mut self) {
        let next = self.plans.iter().min().copied().unwrap_or(self.end);
        self.table.now =
            (self.table.now + LOOK).max(next.min(self.table.now + Duration::hours(12)));
        match self.table.roll(2_000) {
            0 => self.outage(),
            1..=3 => self.another_process(),
            _ => {}
        }
        self.platform();
        for at in 0..self.plans.len() {
            if self.running() && self.plans[at] <= self.table.now {
                self.act(Seat(at as u8));
            }
        }
        self.is_sane();
    }

    /// Nobody is there for hours; then it is written down before anything else happens.
    fn outage(&mut self) {
        let from = self.table.now.max(self.table.on.changed_at);
        self.table.now = from + Duration::minutes(10 + self.table.roll(3_000) as i64);
        let to = self.table.now;
        let outage = Outage { from: from.and_utc(), to: to.and_utc() };
        let before = self.clocks();
        if !self.does(Caller::Clock, Command::Outage(outage)) {
            return;
        }
        for (before, now) in before.iter().zip(self.clocks()) {
            assert!(now.due >= before.due && now.due > to, "nobody's time is over when it is back");
            self.counts_as_a_wall_clock_does(now.seat);
        }
    }

    /// A process dies: another one folds the match from its rows.
    fn another_process(&mut self) {
        let folded = rows::fold(&self.table.on.id, self.table.rows.clone()).expect("it was stored");
        let folded = self.table.knows_hours(folded);
        stored::same(&self.table.on, &folded, "folded from its rows, it");
        self.table.on = folded;
    }

    /// The clocks that run now.
    fn clocks(&mut self) -> Vec<Running> {
        let on = &self.table.on;
        if self.clocks.0 != on.version {
            let running = on.awaited().into_iter().filter_map(|seat| {
                let Clock { from, call_at, due, .. } = clock(on, seat)?;
                Some(Running { seat, from, call_at, due })
            });
            self.clocks = (on.version, running.collect());
        }
        self.clocks.1.clone()
    }

    /// What the platform does by itself.
    fn platform(&mut self) {
        for Running { seat, from, call_at, .. } in self.clocks() {
            let known = self.calls[seat.index()].is_some_and(|(known, _)| known == from);
            if known || call_at > self.table.now {
                continue;
            }
            // Now and then a letter leaves late.
            let late = if self.table.roll(10) == 0 { self.table.roll(2_000) as i64 } else { 0 };
            let at = self.table.now + Duration::minutes(late);
            self.calls[seat.index()] = Some((from, at));
        }
        for running in self.clocks() {
            if running.due <= self.table.now && self.is_over(running.seat) {
                self.time_out(running.seat);
            }
        }
        while let Some(plays) = self.table.on.plays_by_itself().filter(|_| self.running()) {
            let Some(command) = self.step(plays.seat) else { return };
            self.must(plays.by, Command::Play { seat: plays.seat, command });
        }
        if expires_at(&self.table.on).is_some_and(|over| over <= self.table.now) {
            self.must(Caller::Clock, Command::Expire);
        }
    }

    fn is_over(&self, seat: Seat) -> bool {
        let (Some((from, at)), Some(clock)) =
            (self.calls[seat.index()], clock(&self.table.on, seat))
        else {
            return false;
        };
        from == clock.from && at <= self.table.now && clock.over_after(at) <= self.table.now
    }

    /// The time of a seat is over: by itself, or where somebody else says so.
    fn time_out(&mut self, seat: Seat) {
        let Some(call) = self.calls[seat.index()].map(|(_, at)| at.and_utc()) else { return };
        let command = Command::TimeOut { seat, call: LastCall::Letter { at: call } };
        let due = clock(&self.table.on, seat).map(|clock| clock.due);
        assert!(due.is_some_and(|due| due <= self.table.now));
        let patient = self.table.on.timing.is_some_and(|t| t.absence == Absence::Patient);
        let others: Vec<Seat> = Seat::all(self.plans.len())
            .filter(|other| *other != seat && self.can_say_so(*other))
            .collect();
        let by = match (patient, self.table.pick(&others)) {
            (false, _) => Caller::Clock,
            (true, Some(other)) if self.table.roll(20) == 0 => self.person(other),
            (true, _) => return,
        };
        self.counts_as_a_wall_clock_does(seat);
        self.must(by, command);
        self.table.note("lapses");
    }

    /// What the clock of a seat says is what somebody finds who counts all its time themself,
    /// minute by minute, by what a clock on its person's wall shows.
    fn counts_as_a_wall_clock_does(&mut self, seat: Seat) {
        let on = &self.table.on;
        let (Some(clock), Some(sitter)) = (clock(on, seat), on.sitter(seat)) else { return };
        let run = on.waits.running(seat).expect("a clock runs");
        let left = self.left_by_a_wall_clock(seat);
        let (free, reserve) = begins(left, &run, on.waits.has_rounds_apart());
        assert_eq!(clock.reserve, reserve, "{seat}: in reserve, at {}", on.version);
        assert!(soonest(on, seat).is_some_and(|soonest| soonest.due <= clock.due), "{clock:?}");
        let stopped = [&on.pauses[..], on.outages(), &sitter.away].concat();
        let wall = |from: Instant| self.wall(seat, from, &stopped);
        let after = |counted: Duration| wall(run.from).over(run.from, counted);
        // Two hours are left after an outage, whatever was used before.
        let outages = on.outages().iter().filter(|outage| run.from < outage.to);
        let again = outages.map(|outage| wall(run.from).over(outage.to, Duration::hours(2))).max();
        let due = after(free + reserve).max(again.unwrap_or(run.from));
        let lead = ((free + reserve) / 5).min(Duration::hours(3));
        let counted = [after(free / 2), after(free), after(free + reserve - lead), due];
        let said = [clock.half_at, clock.free_until, clock.call_at, clock.due];
        for (said, counted) in said.into_iter().zip(counted) {
            let off = (said - counted).num_seconds().abs();
            assert!(off <= 1, "{said} is said and {counted} counted: {clock:?}");
        }
        let news = if again == Some(due) { "outage over an end" } else { "second opinion" };
        self.table.note(news);
    }

    /// A clock on the wall of whoever has a seat, as it counted from then on.
    fn wall(&self, seat: Seat, from: Instant, stopped: &[Span]) -> Wall {
        let on = &self.table.on;
        let calendar = on.sitters[seat.index()].hours.at(from).expect("it is known");
        let days_off = on.timing.map_or(0, |timing| timing.pace.days_off);
        Wall::of(calendar, days_off, stopped)
    }

    /// What a seat has in reserve after all that ran on its clock.
    fn left_by_a_wall_clock(&self, seat: Seat) -> (Duration, Option<u16>, Option<(usize, u16)>) {
        let on = &self.table.on;
        let pace = on.timing.expect("a pace").pace;
        let mut left = (Duration::minutes(pace.reserve.into()), None, None);
        for past in on.waits.past(seat) {
            let (free, reserve) = begins(left, &past.run, on.waits.has_rounds_apart());
            // What was used before an outage was known stays used.
            let outages = &on.outages()[..past.outages];
            let away = &on.sitters[seat.index()].away;
            let stopped = [&on.pauses[..], outages, away].concat();
            let wall = self.wall(seat, past.run.from, &stopped);
            let used = wall.counted(past.run.from, past.until) - free;
            let used = used.clamp(Duration::zero(), reserve);
            left = (
                reserve - used,
                left.1.max(Some(past.run.round)),
                Some((past.run.rewinds, past.run.round)),
            );
        }
        left
    }

    /// Whether the person of a seat plays and is there.
    fn plays(&self, seat: Seat) -> bool {
        let vanished = self.habits[seat.index()] == Habit::Vanishing && self.table.now >= self.gone;
        self.table.on.sitters[seat.index()].is_present() && !vanished
    }

    /// Whether the person of a seat plays themself, so that they can say whose time is over.
    fn can_say_so(&self, seat: Seat) -> bool {
        self.plays(seat) && self.table.on.sitters[seat.index()].plays()
    }

    /// The person of a seat looks at the match.
    fn act(&mut self, seat: Seat) {
        let now = self.table.now;
        let hours = |hours: usize| Duration::hours(hours as i64);
        self.plans[seat.index()] = now + hours(4 + self.table.roll(8));
        if !self.plays(seat) {
            self.plans[seat.index()] = self.end;
            return;
        }
        self.wishes(seat);
        let asked = self.running() && self.table.on.awaited().contains(&seat);
        if !asked || !self.plays(seat) {
            return;
        }
        let due = clock(&self.table.on, seat).map(|clock| clock.due);
        match (self.habits[seat.index()], due) {
            (Habit::Stalling, Some(due)) if now + hours(1) < due => {
                self.plans[seat.index()] = due - Duration::minutes(30);
            }
            (Habit::Slow, _) if self.table.roll(6) > 0 => {}
            _ => {
                while self.running() && self.table.on.awaited().contains(&seat) {
                    let Some(command) = self.step(seat) else { return };
                    let by = self.person(seat);
                    self.must(by, Command::Play { seat, command });
                    self.table.note("steps");
                }
            }
        }
    }

    fn step(&mut self, seat: Seat) -> Option<serde_json::Value> {
        let on = self.table.on.clone();
        let state = on.state.as_ref()?;
        on.game().robot(Robot::Random, state, seat, &mut self.table.chance)
    }

    /// What somebody wishes besides playing; what cannot be is refused.
    fn wishes(&mut self, seat: Seat) {
        let (by, now) = (self.person(seat), self.table.now);
        let days = |days: usize| Duration::days(days as i64);
        let travels = self.habits[seat.index()] == Habit::Travelling;
        let command = match self.table.roll(300) {
            0..=9 if travels => {
                let from = now + Duration::hours(25) + days(self.table.roll(10));
                let to = from + days(1 + self.table.roll(14));
                Command::Away(AwayBooked { from: from.and_utc(), to: to.and_utc() })
            }
            10..=12 => Command::EndAway,
            13 => {
                let until = (now + days(1 + self.table.roll(25))).and_utc();
                Command::propose(Terms::Pause { until })
            }
            14 => Command::propose(Terms::Resume),
            15..=16 => {
                let to = 1 + self.table.roll(self.table.on.version as usize) as i64;
                Command::propose(Terms::Rewind { to })
            }
            17 if self.table.roll(10) == 0 => Command::Resign,
            18..=120 => {
                let open = self.table.on.proposals().iter().rfind(|known| known.is_open(now));
                let Some(proposal) = open.map(|known| known.number) else { return };
                Command::Vote { proposal, yes: self.table.roll(5) > 0 }
            }
            121..=200 if self.table.on.sitters[seat.index()].stand_in.is_some() => Command::Return,
            _ => return,
        };
        self.does(by, command);
    }

    /// What holds of every seat at every moment.
    fn is_sane(&mut self) {
        let anew = self.clocks.0 != self.table.on.version;
        let clocks = self.clocks();
        let (on, now) = (&self.table.on, self.table.now);
        let Some(timing) = on.timing.filter(|_| on.status == Status::Running) else { return };
        for Running { seat, due, .. } in &clocks {
            // A letter leaves two thousand minutes late at most, and half a lead is left then.
            let late = now - *due < Duration::days(4) || timing.absence == Absence::Patient;
            assert!(late, "{seat}: nobody said that its time is over");
        }
        let cap = Duration::minutes(self.table.cap.into());
        for seat in Seat::all(on.sitters.len()).filter(|_| anew) {
            let left = reserve(on, seat).expect("there is a pace");
            assert!((Duration::zero()..=cap).contains(&left), "{seat}: {left} in reserve");
            let sitter = &on.sitters[seat.index()];
            assert!(sitter.days_away() <= timing.pace.away_days.into(), "{seat}: away too long");
            let of_now = on.waits.running(seat).is_none_or(|run| run.round == on.round());
            let apart = on.waits.has_rounds_apart();
            assert!(of_now || !apart, "{seat}: the clock of another round runs");
            let runs = on.awaited().contains(&seat) && sitter.is_timed();
            assert_eq!(clocks.iter().any(|running| running.seat == seat), runs, "{seat}");
        }
    }
}

/// A wait begins where so much is left, after the highest round so far and the latest: its free
/// time, and the reserve. As the plan says it, told a second time.
fn begins(
    (left, highest, latest): (Duration, Option<u16>, Option<(usize, u16)>),
    run: &Run,
    apart: bool,
) -> (Duration, Duration) {
    let minutes = |minutes: u32| Duration::minutes(minutes.into());
    let first = highest.is_none_or(|highest| highest < run.round);
    let whole =
        if apart { latest.is_none_or(|latest| latest != (run.rewinds, run.round)) } else { first };
    let free = match (run.free, whole) {
        (Free::Whole, _) | (Free::Turn, true) => run.pace.window,
        (Free::Returned, _) | (Free::Turn, false) => run.pace.again,
        (Free::Grace, _) => run.pace.grace,
    };
    let refill = if first && highest.is_some() { run.pace.refill } else { 0 };
    let grown = (left + minutes(refill)).min(minutes(run.pace.cap));
    (minutes(free) + minutes(run.given), if first { grown } else { left })
}

/// A year of one match.
fn one(number: u64) -> Tally {
    let Some(mut year) = Year::begin(number) else { return Tally::new() };
    while year.running() {
        year.go_on();
    }
    year.another_process();
    // The dearest of the laws, of some.
    if number.is_multiple_of(10) {
        stored::the_match_is_proved(&mut year.table);
    }
    year.table.note("matches");
    year.table.tally
}

#[test]
fn a_year_of_many_matches_keeps_its_laws() {
    let (count, tally) = many("TURNWISE_YEARS", SAMPLE, one);
    println!("{count} years: {tally:?}");
    let wanted = ["matches", "steps", "lapses", "second opinion", "away_booked", "outage"];
    let seldom = ["outage over an end", "returned", "paused", "rewound", "ended"];
    for what in wanted.iter().chain(&seldom) {
        assert!(tally.contains_key(what), "no {what} in {tally:?}");
    }
}
