//! What raising a monument needs: which craftsmen can be reached and supplied,
//! and what the cheapest complete set of goods costs.
//!
//! Answers one question for `legal`, `decide` and the view alike: can this raise
//! be completed with this many cattle? Resources are matched to uses exactly, so
//! no raise is begun that cannot end.

use super::map::Supply;
use super::matching::{Matching, Uses};
use super::pieces::{Craft, God, Resource};
use super::roads::{RoadMap, Roads, Ways};
use super::squares::Square;
use super::state::{Craftsman, State};
use super::tables::{ANANSI_PRICE, hub_fees};
use crate::rules::Seat;

/// The craftsmen and resources as one player may use them now.
#[derive(Debug)]
pub struct Ritual<'a> {
    state: &'a State,
    seat: Seat,
    roads: Roads<'a>,
    supplies: &'a [Supply],
    /// By craftsman: the resources in its reach, used ones too.
    reach: &'a [Uses],
    /// All uses that are left.
    left: Uses,
    /// The ways to get one good at its craftsman's, wherever that is.
    goods: Vec<Chain>,
}

/// One way to get a good: who is paid, what it costs, which uses it needs.
#[derive(Clone, Copy, Debug)]
struct Chain {
    family: Resource,
    cost: u16,
    /// The craftsman of the good, and the one of its primary good where it needs one.
    craftsman: usize,
    primary: Option<usize>,
    /// Which uses each of them may take.
    needs: [Uses; 2],
}

/// One purchase for a raise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purchase {
    /// From which craftsman, by its place in the state's list.
    pub craftsman: usize,
    /// Whether it is the primary good that a secondary craftsman waits for.
    pub primary: bool,
    /// The resource it uses up.
    pub resource: Square,
    /// The hubs on the way to it, in order.
    pub hubs: Vec<Square>,
}

/// What is still to be bought for a raise.
#[derive(Clone, Debug)]
pub struct Need {
    /// The monument.
    pub monument: Square,
    /// Goods still to buy, apart from a primary good that a paid secondary waits for.
    pub goods: u8,
    /// Families already used.
    pub families: Vec<Resource>,
    /// The secondary craftsman that waits for its primary good.
    pub waiting: Option<Square>,
}

/// What `seat` pays a craftsman for a good.
pub fn asked_price(state: &State, seat: Seat, craftsman: &Craftsman) -> u16 {
    if state.adores(seat, God::Anansi) {
        return ANANSI_PRICE;
    }
    state.boards[craftsman.owner].technologies[craftsman.craft.index()]
        .map_or(0, |card| u16::from(card.price))
}

/// The place of a resource among those on the map.
fn place(supplies: &[Supply], at: Square) -> Option<usize> {
    supplies.binary_search_by_key(&at, |supply| supply.at).ok()
}

/// The resources in reach of a craftsman.
fn reach(supplies: &[Supply], craftsman: &Craftsman) -> Uses {
    let wanted = craftsman.craft.row().resource;
    let near = |supply: &Supply| supply.resource == wanted && supply.zone.meets(craftsman.tile);
    let places = supplies.iter().enumerate().filter(|(_, supply)| near(supply));
    places.fold(0, |uses, (place, _)| uses | (1 | 1 << 64) << place)
}

impl<'a> Ritual<'a> {
    /// The ritual means of `seat`.
    pub fn new(state: &'a State, seat: Seat) -> Ritual<'a> {
        Ritual::with_used(state, seat, &state.used)
    }

    /// The ritual means of `seat` once all resources are free again.
    pub fn of_next_round(state: &'a State, seat: Seat) -> Ritual<'a> {
        Ritual::with_used(state, seat, &[])
    }

    fn with_used(state: &'a State, seat: Seat, used: &[(Square, u8)]) -> Ritual<'a> {
        let roads = Roads::new(state, seat);
        let range = state.range(seat);
        let supplies = state.land.supplies(range);
        let uses = if state.adores(seat, God::Atete) { 2 } else { 1 };
        let once: Uses = (1 << supplies.len()) - 1;
        let mut left = if uses == 2 { once | once << 64 } else { once };
        for &(at, markers) in used {
            let taken = Uses::from(markers >= uses) | Uses::from(markers + 1 >= uses) << 64;
            left &= !place(supplies, at).map_or(0, |place| taken << place);
        }
        let find = || state.craftsmen.iter().map(|craftsman| reach(supplies, craftsman)).collect();
        let reach = state.reach.within(range, find);
        let mut ritual = Ritual { state, seat, roads, supplies, reach, left, goods: Vec::new() };
        ritual.goods = ritual.goods();
        ritual
    }

    /// The ways to get one good at its craftsman's: nothing is paid on the way to there yet.
    fn goods(&self) -> Vec<Chain> {
        let mut goods = Vec::with_capacity(self.reach.len());
        let served: [bool; 7] = std::array::from_fn(|at| self.state.serves_rituals(Craft::ALL[at]));
        for (craftsman, seller) in self.state.craftsmen.iter().enumerate() {
            let needs = self.reach[craftsman] & self.left;
            if needs == 0 || !served[seller.craft.index()] {
                continue;
            }
            let (family, cost) = (seller.craft.row().family, self.price(craftsman));
            let alone = Chain { family, cost, craftsman, primary: None, needs: [needs, 0] };
            if seller.craft.row().primary.is_none() {
                goods.push(alone);
                continue;
            }
            for (primary, more) in self.suppliers(craftsman) {
                let needs = [needs, self.reach[primary] & self.left];
                if needs[1] != 0 {
                    let primary = Some(primary);
                    goods.push(Chain { cost: cost + more, primary, needs, ..alone });
                }
            }
        }
        goods
    }

    /// The same means on this map, which has a monument on `at`, too.
    pub fn over<'m>(&'m self, map: &'m RoadMap, at: Square) -> Ritual<'m> {
        let roads = self.roads.over(map, at);
        let mut ritual = Ritual { roads, goods: Vec::new(), ..*self };
        ritual.goods = ritual.goods();
        ritual
    }

    /// Whether a monument on `at` could end or shorten a way on which a secondary craftsman is
    /// supplied (ruling hub-origin).
    pub fn supplies_pass(&self, at: Square) -> bool {
        let secondary = |one: &Craftsman| one.craft.row().primary.is_some();
        let mut each = self.state.craftsmen.iter().enumerate();
        each.any(|(place, one)| secondary(one) && self.roads.from_craftsman(place).pass(at))
    }

    /// The roads behind it.
    pub fn roads(&self) -> &Roads<'a> {
        &self.roads
    }

    /// What this player pays a craftsman, by its place in the state's list.
    pub fn price(&self, craftsman: usize) -> u16 {
        asked_price(self.state, self.seat, &self.state.craftsmen[craftsman])
    }

    /// The primary craftsmen that supply this one, where it is a secondary one, with what each
    /// good costs, hubs included.
    fn suppliers(&self, craftsman: usize) -> impl Iterator<Item = (usize, u16)> {
        let primary = self.state.craftsmen[craftsman].craft.row().primary;
        let craftsmen = self.state.craftsmen.iter().enumerate();
        let primaries = craftsmen.filter(move |(_, other)| Some(other.craft) == primary);
        primaries.filter_map(move |(index, other)| {
            let hubs = self.roads.from_craftsman(craftsman).hubs(other.tile)?;
            Some((index, self.price(index) + hub_fees(hubs)))
        })
    }

    /// The resources this craftsman can use up now.
    pub fn supplies(&self, craftsman: usize) -> impl Iterator<Item = Square> {
        let mask = self.reach[craftsman] & self.left;
        let mask = mask | mask >> 64;
        let supplies = self.supplies.iter().enumerate();
        supplies.filter(move |(place, _)| mask >> place & 1 == 1).map(|(_, supply)| supply.at)
    }

    /// Whether the craftsman reaches this resource, used or not.
    pub fn reaches(&self, craftsman: usize, resource: Square) -> bool {
        place(self.supplies, resource).is_some_and(|place| self.reach[craftsman] >> place & 1 == 1)
    }

    /// The same means after one more use of this resource.
    fn after_use(&self, resource: Square) -> Uses {
        match place(self.supplies, resource) {
            Some(place) if self.left >> (place + 64) & 1 == 1 => self.left & !(1 << (place + 64)),
            Some(place) => self.left & !(1 << place),
            None => self.left,
        }
    }

    /// The ways from a monument on; none leads from where there is none.
    pub fn ways_from(&self, monument: Square) -> Option<&'a Ways> {
        let place = self.state.monuments.iter().position(|other| other.at == monument)?;
        Some(self.roads.from_monument(place))
    }

    /// The fewest hubs on the way to a good for this monument, whatever it costs, for which one of
    /// these craftsmen is paid; the way from a secondary craftsman to its primary one is not
    /// counted.
    pub fn hubs_to(&self, monument: Square, from: &dyn Fn(&Craftsman) -> bool) -> Option<usize> {
        let ways = self.ways_from(monument)?;
        let seller = |at: usize| &self.state.craftsmen[at];
        let pays = |good: &&Chain| {
            from(seller(good.craftsman)) || good.primary.is_some_and(|at| from(seller(at)))
        };
        let goods = self.goods.iter().filter(pays);
        goods.filter_map(|good| ways.hubs(seller(good.craftsman).tile)).min()
    }

    /// The ways to get one good for this monument that may be needed with so many cattle, the
    /// cheapest first.
    fn chains(&self, monument: Square, cattle: u16) -> Vec<Chain> {
        without_dominated(&self.all_chains(monument, cattle))
    }

    /// All ways to get one good for this monument with so many cattle, the cheapest first.
    fn all_chains(&self, monument: Square, cattle: u16) -> Vec<Chain> {
        let ways = self.ways_from(monument);
        ways.map_or_else(Vec::new, |ways| self.chains_over(ways, cattle))
    }

    /// The same for a monument, or one to come, with these ways from it.
    fn chains_over(&self, ways: &Ways, cattle: u16) -> Vec<Chain> {
        let brought = |good: &Chain| {
            let most = cattle.checked_sub(good.cost)?;
            let hubs = ways.hubs(self.state.craftsmen[good.craftsman].tile)?;
            let fees = hub_fees(hubs);
            (fees <= most).then(|| Chain { cost: good.cost + fees, ..*good })
        };
        let mut chains = Vec::with_capacity(self.goods.len());
        chains.extend(self.goods.iter().filter_map(brought));
        chains.sort_by_key(|chain| chain.cost);
        chains
    }

    /// What the one good for a monument of level 1 on `at` costs at least, where there is none yet
    /// and one can be had over these ways from it.
    pub fn first_raise(&self, at: Square, ways: &Ways) -> Option<u16> {
        let need = Need { monument: at, goods: 1, families: vec![], waiting: None };
        let chains = without_dominated(&self.chains_over(ways, u16::MAX));
        let found = self.search(&chains, Goal::Cheapest, &need, self.left, u16::MAX)?;
        Some(found.cost)
    }

    /// What completing the raise costs at least, where it can be completed.
    pub fn cheapest(&self, need: &Need) -> Option<u16> {
        let chains = self.chains(need.monument, u16::MAX);
        let found = self.search(&chains, Goal::Cheapest, need, self.left, u16::MAX)?;
        Some(found.cost)
    }

    /// The purchases that complete the raise for the least cattle, in order.
    pub fn cheapest_way(&self, need: &Need) -> Option<Vec<Purchase>> {
        let chains = self.chains(need.monument, u16::MAX);
        let found = self.search(&chains, Goal::Cheapest, need, self.left, u16::MAX)?;
        self.purchases(need, &chains, &found)
    }

    /// For each craftsman from whom `way` does not buy the cheapest purchases with a good of
    /// theirs that complete a raise which has not begun, for `cattle` at most; the cheapest
    /// craftsman first, by its place in the state's list.
    pub fn other_ways(
        &self,
        need: &Need,
        way: &[Purchase],
        cattle: u16,
    ) -> Vec<(usize, Vec<Purchase>)> {
        let all = self.all_chains(need.monument, cattle);
        let kept = without_dominated(&all);
        let sellers = 0..self.state.craftsmen.len();
        let others = sellers.filter(|seller| way.iter().all(|paid| paid.craftsman != *seller));
        let mut ways: Vec<(u16, usize, Vec<Purchase>)> = Vec::new();
        for seller in others {
            let buys = |chain: &&Chain| chain.craftsman == seller || chain.primary == Some(seller);
            let with = all.iter().filter(buys);
            let found = with.filter_map(|chain| self.search_with(&kept, chain, need, cattle));
            let Some((chains, found)) = found.min_by_key(|(_, found)| found.cost) else { continue };
            let purchases = self.purchases(need, &chains, &found);
            // Who buys from two other sellers at once has one way for both, whoever comes first.
            let has_all = |one: &[Purchase], other: &[Purchase]| {
                one.len() == other.len() && one.iter().all(|bought| other.contains(bought))
            };
            let new =
                |bought: &Vec<Purchase>| ways.iter().all(|(.., known)| !has_all(bought, known));
            ways.extend(purchases.filter(new).map(|purchases| (found.cost, seller, purchases)));
        }
        ways.sort_by_key(|(cost, ..)| *cost);
        ways.into_iter().map(|(_, seller, purchases)| (seller, purchases)).collect()
    }

    /// The cheapest completion that begins with one chain.
    fn search_with(
        &self,
        kept: &[Chain],
        first: &Chain,
        need: &Need,
        cattle: u16,
    ) -> Option<(Vec<Chain>, Found)> {
        let mut chains = kept.to_vec();
        let at = chains.partition_point(|chain| chain.cost < first.cost);
        chains.insert(at, *first);
        let mut matching = Matching::of(self.left);
        let fits = first.needs.iter().all(|&wanted| wanted == 0 || matching.add(wanted));
        let goods = need.goods.checked_sub(1).filter(|_| fits)?;
        let repeat = self.state.adores(self.seat, God::TsuiGoab);
        let (chosen, goal) = (vec![at], Goal::Cheapest);
        let mut search =
            Search { chains: &chains, repeat, goal, cattle, waiting: None, chosen, best: None };
        search.run(0, goods, 1 << first.family.index(), first.cost, &matching);
        let found = search.best?;
        Some((chains, found))
    }

    /// What is bought in a completion, in order.
    fn purchases(&self, need: &Need, chains: &[Chain], found: &Found) -> Option<Vec<Purchase>> {
        let ways = self.ways_from(need.monument)?;
        let mut purchases = Vec::new();
        let mut buy = |craftsman: usize, primary_for: Option<usize>| {
            let ways = match primary_for {
                Some(secondary) => self.roads.from_craftsman(secondary),
                None => ways,
            };
            purchases.push(Purchase {
                craftsman,
                primary: primary_for.is_some(),
                resource: self.supplies[found.matching.given_to(purchases.len())].at,
                hubs: self.roads.route(ways, self.state.craftsmen[craftsman].tile)?,
            });
            Some(())
        };
        if let (Some(primary), Some(at)) = (found.waiting, need.waiting) {
            buy(primary, self.craftsman(at))?;
        }
        for chain in found.chains.iter().map(|&index| &chains[index]) {
            buy(chain.craftsman, None)?;
            if let Some(primary) = chain.primary {
                buy(primary, Some(chain.craftsman))?;
            }
        }
        Some(purchases)
    }

    /// What so many goods cost at least, wherever they are sold.
    fn least(&self, goods: u8) -> u16 {
        let mut least = [u16::MAX; 4];
        for good in &self.goods {
            let cost = &mut least[good.family.index()];
            *cost = good.cost.min(*cost);
        }
        least.sort_unstable();
        if self.state.adores(self.seat, God::TsuiGoab) {
            return least[0].saturating_mul(u16::from(goods));
        }
        let each = least.into_iter().chain([u16::MAX]).take(usize::from(goods));
        each.fold(0, u16::saturating_add)
    }

    /// Whether the raise can be completed with `cattle`.
    pub fn possible(&self, need: &Need, cattle: u16) -> bool {
        if self.least(need.goods) > cattle {
            return false;
        }
        let chains = self.chains(need.monument, cattle);
        self.search(&chains, Goal::First, need, self.left, cattle).is_some()
    }

    /// A question about one raise, to be asked for many purchases.
    pub fn completion(&self, monument: Square) -> Completion<'_, 'a> {
        let cattle = self.state.boards[self.seat].cattle;
        Completion { ritual: self, chains: self.chains(monument, cattle) }
    }

    fn craftsman(&self, at: Square) -> Option<usize> {
        self.state.craftsmen.iter().position(|craftsman| craftsman.at == at)
    }

    fn search(
        &self,
        chains: &[Chain],
        goal: Goal,
        need: &Need,
        left: Uses,
        cattle: u16,
    ) -> Option<Found> {
        let repeat = self.state.adores(self.seat, God::TsuiGoab);
        let mut search =
            Search { chains, repeat, goal, cattle, waiting: None, chosen: Vec::new(), best: None };
        let barred = need.families.iter().fold(0u8, |bits, family| bits | 1 << family.index());
        let matching = Matching::of(left);
        match need.waiting {
            None => search.run(0, need.goods, barred, 0, &matching),
            Some(secondary) => {
                for (primary, cost) in self.suppliers(self.craftsman(secondary)?) {
                    let mut matching = matching.clone();
                    if cost <= cattle && matching.add(self.reach[primary]) {
                        search.waiting = Some(primary);
                        search.run(0, need.goods, barred, cost, &matching);
                    }
                }
            }
        }
        search.best
    }
}

/// Drops every chain that another one of its family matches in reach at no more cost.
fn without_dominated(chains: &[Chain]) -> Vec<Chain> {
    let mut kept: Vec<Chain> = Vec::with_capacity(chains.len());
    for chain in chains {
        let dominated = kept.iter().any(|better| {
            let matches = |i: usize| {
                chain.needs[i] & !better.needs[i] == 0
                    && (better.needs[i] == 0) == (chain.needs[i] == 0)
            };
            better.family == chain.family && matches(0) && matches(1)
        });
        if !dominated {
            kept.push(*chain);
        }
    }
    kept
}

/// Whether one raise can be completed after this or that purchase.
#[derive(Debug)]
pub struct Completion<'r, 'a> {
    ritual: &'r Ritual<'a>,
    chains: Vec<Chain>,
}

impl Completion<'_, '_> {
    /// Whether the rest can be bought with `cattle` once `resource` is used up.
    pub fn possible(&self, need: &Need, resource: Square, cattle: u16) -> bool {
        let left = self.ritual.after_use(resource);
        self.ritual.search(&self.chains, Goal::First, need, left, cattle).is_some()
    }
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// The first completion found is enough.
    First,
    /// The cheapest one is wanted.
    Cheapest,
}

/// A complete set of purchases.
struct Found {
    cost: u16,
    /// The craftsman of the primary good that was waited for.
    waiting: Option<usize>,
    /// The chains, by their place in the list.
    chains: Vec<usize>,
    /// The resource of each purchase, in order.
    matching: Matching,
}

struct Search<'c> {
    chains: &'c [Chain],
    repeat: bool,
    goal: Goal,
    cattle: u16,
    waiting: Option<usize>,
    chosen: Vec<usize>,
    best: Option<Found>,
}

impl Search<'_> {
    /// Tries every set of `goods` chains from `from` on, cheapest first.
    fn run(&mut self, from: usize, goods: u8, barred: u8, cost: u16, matching: &Matching) {
        let best = |search: &Search| search.best.as_ref().map(|best| best.cost);
        if goods == 0 {
            if cost <= self.cattle && best(self).is_none_or(|best| cost < best) {
                let (chains, matching) = (self.chosen.clone(), matching.clone());
                self.best = Some(Found { cost, waiting: self.waiting, chains, matching });
            }
            return;
        }
        for index in from..self.chains.len() {
            let chain = &self.chains[index];
            let least = cost.saturating_add(chain.cost * u16::from(goods));
            let done = best(self).is_some_and(|best| self.goal == Goal::First || least >= best);
            if least > self.cattle || done {
                return;
            }
            if !self.repeat && barred >> chain.family.index() & 1 == 1 {
                continue;
            }
            let mut matching = matching.clone();
            if !matching.add(chain.needs[0])
                || (chain.needs[1] != 0 && !matching.add(chain.needs[1]))
            {
                continue;
            }
            let barred = barred | 1 << chain.family.index();
            let next = if self.repeat { index } else { index + 1 };
            let cost = cost + chain.cost;
            self.chosen.push(index);
            self.run(next, goods - 1, barred, cost, &matching);
            self.chosen.pop();
        }
    }
}
