//! Lets events happen: bookkeeping only, without rules and without chance.

use super::event::{Event, Revenue, Share};
use super::pieces::{Craft, Lie, Plaque, Specialist};
use super::remembered::Remembered;
use super::squares::Square;
use super::state::*;
use super::tables::hub_fees;
use crate::rules::{PerSeat, Seat};
use std::sync::Arc;

/// Lets `event` happen.
pub fn evolve(state: &mut State, event: &Event) {
    match event {
        Event::FirstMonumentPlaced { seat, at, next } => {
            state.add_monument(*seat, *at);
            state.phase = next.map_or(Phase::Dawn, |next| Phase::First(Some(next)));
        }
        Event::RoundBegun { round, queue, first } => begin_round(state, *round, queue, *first),
        Event::GiftGiven { seat, cattle, from_stock, shares, resume, next } => {
            state.boards[*seat].cattle -= cattle - from_stock;
            state.given_out += i64::from(*from_stock);
            give(state, *seat, *cattle, shares, *resume, *next);
        }
        Event::Passed { seat, place, next, .. } => {
            if let Phase::Kings(bidding) = &mut state.phase {
                bidding.places[*place as usize - 1] = Some(*seat);
                bidding.asked = *next;
            }
        }
        Event::PlaquesTaken { cattle, order } => {
            for (seat, cattle) in cattle.iter() {
                state.boards[seat].cattle += cattle;
            }
            state.order = order.clone();
            state.phase = Phase::Culture(Turning::new(order[0]));
        }
        Event::RevenuesCollected { revenues, .. } => collect(state, revenues),
        Event::UsedMarkersCleared { .. } => {
            state.used.clear();
            state.phase = Phase::Dawn;
        }
        Event::MatchWon { ranking, .. } => state.phase = Phase::Over(ranking.clone()),
        Event::TurnEnded { next, .. } => {
            state.phase = match next {
                Some(next) => Phase::Culture(Turning::new(*next)),
                None => Phase::Revenues,
            };
        }
        step => take_step(state, step),
    }
}

fn begin_round(state: &mut State, round: u16, queue: &[Plaque], first: Seat) {
    let seats = state.boards.count();
    state.round = round;
    state.phase = Phase::Kings(Bidding {
        queue: queue.iter().map(|&plaque| (plaque, 0)).collect(),
        resume: 0,
        last_gift: 0,
        given: PerSeat::new(seats, |_| false),
        places: vec![None; seats],
        asked: Some(first),
    });
}

fn give(
    state: &mut State,
    seat: Seat,
    cattle: u16,
    shares: &[Share],
    resume: u8,
    next: Option<Seat>,
) {
    if let Phase::Kings(bidding) = &mut state.phase {
        for share in shares {
            bidding.queue[share.plaque as usize].1 += share.cattle;
        }
        bidding.resume = resume as usize;
        bidding.last_gift = cattle;
        bidding.given[seat] = true;
        bidding.asked = next;
    }
}

fn collect(state: &mut State, revenues: &PerSeat<Revenue>) {
    for (seat, revenue) in revenues.iter() {
        let board = &mut state.boards[seat];
        board.cattle += revenue.cards + revenue.income + revenue.engai;
        state.given_out += i64::from(revenue.income + revenue.engai);
        board.god_cattle = 0;
        board.specialists.iter_mut().for_each(|(_, cattle)| *cattle = 0);
        board.technologies.iter_mut().flatten().for_each(|card| card.cattle = 0);
    }
    state.phase = Phase::Mythologies;
}

/// A step within a turn of phase II.
fn take_step(state: &mut State, event: &Event) {
    match event {
        Event::GodChosen { seat, god, vr, .. } => {
            state.boards[*seat].god = Some(*god);
            state.gods.retain(|left| left != god);
            state.set_vr(*seat, *vr);
            state.interrupt(|turning| {
                turning.chosen = true;
                turning.fresh = true;
                turning.changed.clear();
            });
        }
        Event::SpecialistChosen { seat, specialist, vr } => {
            state.boards[*seat].specialists.push((*specialist, 0));
            state.specialists.retain(|left| left != specialist);
            state.set_vr(*seat, *vr);
            state.interrupt(|turning| {
                turning.chosen = true;
                turning.pending = Pending::Use(*specialist);
            });
        }
        Event::PriceChanged { seat, technology, price } => {
            state.set_price(*seat, *technology, *price);
            if let Phase::Culture(turning) = &mut state.phase {
                turning.changed.push(*technology);
            }
        }
        Event::RainFell { .. }
        | Event::ResourcePlaced { .. }
        | Event::HerdFed { .. }
        | Event::BuilderPaid { .. }
        | Event::NomadsPaid { .. } => use_specialist(state, event),
        _ => act(state, event),
    }
}

fn use_specialist(state: &mut State, event: &Event) {
    match event {
        Event::RainFell { seat, paid, squares } => {
            state.pay_specialist(*seat, Specialist::RainCeremony, *paid);
            Arc::make_mut(&mut state.land).rain(*squares);
            state.reach = Remembered::default();
            state.road_map.rain(state.land.areas_of(*squares), &state.land, state.monumental);
            state.rained.push(*squares);
        }
        Event::ResourcePlaced { seat, paid, resource, at } => {
            state.pay_specialist(*seat, Specialist::Shaman, *paid);
            Arc::make_mut(&mut state.land).add_resource(*resource, *at);
            state.reach = Remembered::default();
            state.resource_tiles[resource.index()] -= 1;
            state.conjured.push((*resource, *at));
        }
        Event::HerdFed { seat, paid, joined } => {
            state.pay_specialist(*seat, Specialist::Herd, *paid);
            state.card(*seat, Specialist::Herd, *joined);
            state.given_out += i64::from(*joined);
        }
        Event::BuilderPaid { seat, paid } => {
            state.pay_specialist(*seat, Specialist::Builder, *paid)
        }
        Event::NomadsPaid { seat, paid } => state.pay_specialist(*seat, Specialist::Nomads, *paid),
        _ => {}
    }
}

/// A step of the main action.
fn act(state: &mut State, event: &Event) {
    match event {
        Event::MonumentBuilt { seat, at } => {
            state.add_monument(*seat, *at);
            state.boards[*seat].vp += 1;
            let built = match &state.phase {
                Phase::Culture(Turning { action: Some(Action::Build(built)), .. }) => *built,
                _ => 0,
            };
            state.go_on(Action::Build(built + 1), |_| {});
        }
        Event::TechnologyTaken { seat, technology, copy, price, vr } => {
            state.boards[*seat].technologies[technology.index()] =
                Some(Technology { copy: *copy, price: *price, cattle: 0 });
            state.set_vr(*seat, *vr);
            state.go_on(Action::Place, |turning| {
                turning.taken.push(*technology);
                turning.pending = Pending::First(*technology);
            });
        }
        Event::CraftsmanPlaced { seat, craftsman, at, lie, to_stock, to_builder, vp } => {
            let first = state.count(*craftsman) == 0;
            state.boards[*seat].cattle -= to_stock + to_builder;
            state.boards[*seat].vp += i32::from(*vp);
            state.given_out -= i64::from(*to_stock);
            state.card(*seat, Specialist::Builder, *to_builder);
            state.add_craftsman(*seat, *craftsman, *at, *lie);
            state.go_on(Action::Place, |turning| {
                if first {
                    turning.pioneered.push(*craftsman);
                }
            });
        }
        Event::PriceRaised { seat, technology, price } => {
            state.set_price(*seat, *technology, *price);
            state.go_on(Action::Place, |_| {});
        }
        Event::RaiseBegun { monument, goods, .. } => {
            let raise =
                Raise { monument: *monument, goods: *goods, families: vec![], waiting: None };
            state.go_on(Action::Raise, |turning| turning.pending = Pending::Raise(raise));
        }
        Event::GoodBought { .. } | Event::PrimaryBought { .. } => buy(state, event),
        Event::MonumentRaised { seat, at, level, vp } => {
            if let Some(monument) = state.monuments.iter_mut().find(|m| m.at == *at) {
                monument.level = *level;
            }
            state.boards[*seat].vp += i32::from(*vp);
            state.go_on(Action::Raise, |turning| turning.raised.push(*at));
        }
        _ => {}
    }
}

fn buy(state: &mut State, event: &Event) {
    let (Event::GoodBought { seat, craftsman_at, owner, price, resource_at, hubs, hubs_to }
    | Event::PrimaryBought { seat, craftsman_at, owner, price, resource_at, hubs, hubs_to }) =
        event
    else {
        return;
    };
    let craft =
        state.craftsman(*craftsman_at).expect("goods are bought from craftsmen on the map").craft;
    let fees = hub_fees(hubs.len());
    state.boards[*seat].cattle -= price + fees;
    if let Some(card) = &mut state.boards[*owner].technologies[craft.index()] {
        card.cattle += price;
    }
    match hubs_to {
        Some(worshipper) => state.boards[*worshipper].god_cattle += fees,
        None => state.given_out -= i64::from(fees),
    }
    match state.used.iter_mut().find(|(at, _)| at == resource_at) {
        Some((_, markers)) => *markers += 1,
        None => state.used.push((*resource_at, 1)),
    }
    if let Phase::Culture(Turning { pending: Pending::Raise(raise), .. }) = &mut state.phase {
        if matches!(event, Event::GoodBought { .. }) {
            raise.goods -= 1;
            raise.families.push(craft.row().family);
            raise.waiting = craft.row().primary.map(|_| *craftsman_at);
        } else {
            raise.waiting = None;
        }
    }
}

impl State {
    fn add_monument(&mut self, owner: Seat, at: Square) {
        self.monuments.push(Monument { at, owner, level: 1 });
        self.monumental.insert(at);
        self.road_map.add_monument(at, &self.land, self.monumental);
    }
    fn add_craftsman(&mut self, owner: Seat, craft: Craft, at: Square, lie: Lie) {
        let tile = self.land.tile(at, craft.shape(), lie).expect("a tile lies on the map");
        self.craftsmen.push(Craftsman { at, lie, craft, owner, tile });
        self.crafted |= tile;
        self.reach = Remembered::default();
        self.road_map.add_craftsman();
    }
    /// Moves the VR marker; a marker that moves goes on top (rulings vr-tie, gu-marker).
    fn set_vr(&mut self, seat: Seat, vr: i16) {
        if self.boards[seat].vr != vr {
            self.boards[seat].vr = vr;
            self.arrivals.retain(|&other| other != seat);
            self.arrivals.push(seat);
        }
    }
    fn set_price(&mut self, seat: Seat, technology: Craft, price: u8) {
        if let Some(card) = &mut self.boards[seat].technologies[technology.index()] {
            card.price = price;
        }
    }
    fn card(&mut self, seat: Seat, specialist: Specialist, cattle: u16) {
        let cards = &mut self.boards[seat].specialists;
        if let Some((_, on_card)) = cards.iter_mut().find(|(owned, _)| *owned == specialist) {
            *on_card += cattle;
        }
    }
    fn pay_specialist(&mut self, seat: Seat, specialist: Specialist, paid: u16) {
        self.boards[seat].cattle -= paid;
        self.card(seat, specialist, paid);
        self.interrupt(|turning| {
            turning.used.push(specialist);
            turning.pending = Pending::Nothing;
        });
    }
    /// A step outside the main action: one that has begun cannot go on.
    fn interrupt(&mut self, change: impl FnOnce(&mut Turning)) {
        if let Phase::Culture(turning) = &mut self.phase {
            turning.going = false;
            turning.fresh = false;
            change(turning);
        }
    }
    /// A step of the main action.
    fn go_on(&mut self, action: Action, change: impl FnOnce(&mut Turning)) {
        if let Phase::Culture(turning) = &mut self.phase {
            turning.action = Some(action);
            turning.going = true;
            turning.fresh = false;
            turning.pending = Pending::Nothing;
            change(turning);
        }
    }
}
