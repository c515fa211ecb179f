//! What a command comes to, a room for each phase and action.
//!
//! Each room keeps its guards (`Result<_, Refusal>`) and its lists of choices side
//! by side; `legal.rs` asks the same ones, so that both agree.

pub mod build;
pub mod choose;
pub mod first;
pub mod flow;
pub mod kings;
pub mod place;
pub mod prices;
pub mod raise;
pub mod specialists;

use super::GreatZimbabwe;
use super::command::Command;
use super::event::Event;
use super::pieces::one;
use super::state::{Action, Pending, Phase, State, Turning};
use crate::rules::{Draft, Refusal, Seat};

/// A guard's answer.
pub type Guard<T = ()> = Result<T, Refusal>;

/// Decides a command of `seat`.
pub fn decide(draft: &mut Draft<GreatZimbabwe>, seat: Seat, command: &Command) -> Guard {
    awaited(draft.state(), seat)?;
    match command {
        Command::PlaceFirstMonument { at } => first::place(draft, seat, *at)?,
        Command::GiveGift { cattle } => kings::give(draft, seat, *cattle)?,
        Command::Pass {} => kings::pass(draft, seat)?,
        command => in_turn(draft, seat, command)?,
    }
    flow::flow(draft);
    Ok(())
}

fn in_turn(draft: &mut Draft<GreatZimbabwe>, seat: Seat, command: &Command) -> Guard {
    match command {
        Command::ChooseGod { god } => choose::god(draft, seat, *god),
        Command::ChooseSpecialist { specialist } => choose::specialist(draft, seat, *specialist),
        Command::UseRainCeremony { at, lie } => specialists::rain(draft, seat, *at, *lie),
        Command::UseShaman { resource, at } => specialists::shaman(draft, seat, *resource, *at),
        Command::UseHerd { cattle } => specialists::herd(draft, seat, *cattle),
        Command::UseBuilder {} => specialists::builder(draft, seat),
        Command::UseNomads {} => specialists::nomads(draft, seat),
        Command::ChangePrice { technology, price } => {
            prices::change(draft, seat, *technology, *price)
        }
        Command::BuildMonument { at } => build::build(draft, seat, *at),
        Command::TakeTechnology { technology, price } => {
            place::take(draft, seat, *technology, *price)
        }
        Command::PlaceCraftsman { craftsman, at, lie } => {
            place::place(draft, seat, *craftsman, *at, *lie)
        }
        Command::RaisePrice { technology, price } => {
            prices::raise(draft, seat, *technology, *price)
        }
        Command::BeginRaise { monument } => raise::begin(draft, seat, *monument),
        Command::BuyGood { craftsman_at, resource_at, hubs } => {
            raise::buy_good(draft, seat, *craftsman_at, *resource_at, hubs)
        }
        Command::BuyPrimary { craftsman_at, resource_at, hubs } => {
            raise::buy_primary(draft, seat, *craftsman_at, *resource_at, hubs)
        }
        _ => end_turn(draft, seat),
    }
}

/// Who is asked now.
pub fn asked(state: &State) -> Option<Seat> {
    match &state.phase {
        Phase::First(next) => *next,
        Phase::Kings(bidding) => bidding.asked,
        Phase::Culture(turning) => Some(turning.seat),
        _ => None,
    }
}

fn awaited(state: &State, seat: Seat) -> Guard {
    if let Phase::Over(_) = state.phase {
        return Err(Refusal::new(
            "match_over",
            "The match is over.",
            "rulebook, Phase IV, Victory condition",
        ));
    }
    match asked(state) {
        Some(asked) if asked == seat => Ok(()),
        _ => Err(Refusal::new("not_your_turn", "It is another player's turn.", "rulebook, Phases")),
    }
}

/// A command of another phase.
pub fn wrong_phase() -> Refusal {
    Refusal::new("wrong_phase", "This cannot be done in the present phase.", "rulebook, Phases")
}

/// The turn of `seat` in phase II.
pub fn turn(state: &State, seat: Seat) -> Guard<&Turning> {
    awaited(state, seat)?;
    state.turning(seat).ok_or_else(wrong_phase)
}

/// The turn of `seat`, when nothing else must come first.
pub fn free_turn(state: &State, seat: Seat) -> Guard<&Turning> {
    let turning = turn(state, seat)?;
    match &turning.pending {
        Pending::Nothing => Ok(turning),
        pending => Err(due(pending)),
    }
}

/// What must come first.
pub fn due(pending: &Pending) -> Refusal {
    match pending {
        Pending::Nothing => wrong_phase(),
        Pending::Use(specialist) => Refusal::new(
            "specialist_due",
            format!("First pay and use the {} you have just chosen.", specialist.name()),
            "rulebook, Choosing a specialist",
        ),
        Pending::First(craft) => Refusal::new(
            "craftsman_due",
            format!("First place {}, whose technology you have just taken.", one(craft.name())),
            "rulebook, Technology",
        ),
        Pending::Raise(raise) => Refusal::new(
            "raise_due",
            format!("First complete the raise of your monument on {}.", raise.monument),
            "rulebook, Raising monuments",
        ),
    }
}

/// Whether the main action of this turn is, or may become, `wanted`.
pub fn main_action(turning: &Turning, wanted: Action) -> Guard {
    match turning.action {
        None => Ok(()),
        Some(action)
            if turning.going
                && std::mem::discriminant(&action) == std::mem::discriminant(&wanted) =>
        {
            Ok(())
        }
        Some(_) => Err(Refusal::new(
            "action_taken",
            "You have had your main action. In a turn you may build monuments, place craftsmen (also \
             of a new technology) or raise monuments: only one of these, in one go.",
            "rulebook, Phase II",
        )),
    }
}

/// Whether `seat` has this many cattle at hand.
pub fn afford(state: &State, seat: Seat, cattle: u16, place: &'static str) -> Guard {
    let own = state.boards[seat].cattle;
    if own >= cattle {
        return Ok(());
    }
    Err(Refusal::new(
        "too_few_cattle",
        format!("This takes {cattle} cattle; you have {own} at hand."),
        place,
    ))
}

fn end_turn(draft: &mut Draft<GreatZimbabwe>, seat: Seat) -> Guard {
    free_turn(draft.state(), seat)?;
    let next = next_in_order(draft.state(), seat);
    draft.emit(Event::TurnEnded { seat, next });
    Ok(())
}

/// Who plays after `seat` in this round, in order.
fn after(state: &State, seat: Seat) -> impl Iterator<Item = Seat> {
    state.order.iter().copied().skip_while(move |&other| other != seat).skip(1)
}

/// Who plays next after `seat` in this round; nobody after the last.
pub fn next_in_order(state: &State, seat: Seat) -> Option<Seat> {
    after(state, seat).next()
}

/// Who is asked after the one who is asked now, in order. While kings give gifts it depends on
/// what they give, and in which order the next round is played, too.
pub fn to_come(state: &State) -> Vec<Seat> {
    match &state.phase {
        Phase::First(Some(seat)) => first::after(state, *seat).collect(),
        Phase::Culture(turning) => after(state, turning.seat).collect(),
        _ => Vec::new(),
    }
}
