//! Robots against each other: `cargo bench --bench robots`.
//!
//! For each game, a hundred duels of the sensible robot against the random one with
//! alternating seats, and a hundred matches of four with one sensible robot; printed
//! are its wins and how long one choice takes. `MATCHES=20` plays fewer.

use std::time::{Duration, Instant};
use turnwise::games::bora_bora::BoraBora;
use turnwise::games::great_zimbabwe::GreatZimbabwe;
use turnwise::rules::chance::Seeded;
use turnwise::rules::{Draft, Game, Robot, Seat, Turn, robot};

fn main() {
    let matches = std::env::var("MATCHES").ok().and_then(|text| text.parse().ok()).unwrap_or(100);
    for seats in [2, 4] {
        measure::<BoraBora>(seats, matches);
        measure::<GreatZimbabwe>(seats, matches);
    }
}

fn measure<G: Game>(seats: usize, matches: u64) {
    let (mut wins, mut steps, mut points, mut rivals) = (0, 0, 0, 0);
    let mut times: Vec<Duration> = Vec::new();
    for seed in 0..matches {
        let sensible = Seat((seed % seats as u64) as u8);
        let mut chance = Seeded::new(seed);
        let mut thoughts = Seeded::new(!seed);
        let setup = G::deal(&G::Config::default(), seats, &mut chance).expect("a plain match");
        let mut state = G::begin(&setup);
        let ranking = loop {
            let awaited = match G::turn(&state) {
                Turn::Over(ranking) => break ranking,
                Turn::Awaiting(awaited) => awaited,
            };
            let seat = awaited[0];
            let kind = if seat == sensible { Robot::Sensible } else { Robot::Random };
            let began = Instant::now();
            let command = robot::choose::<G>(kind, &state, seat, &mut thoughts)
                .expect("an awaited seat has a command");
            if seat == sensible {
                times.push(began.elapsed());
            }
            let mut draft = Draft::<G>::new(state);
            G::decide(&mut draft, seat, &command, &mut chance).expect("a robot plays by the rules");
            (state, _) = draft.finish();
            steps += 1;
        };
        wins += u64::from(ranking[0].seat == sensible);
        for standing in &ranking {
            if standing.seat == sensible {
                points += standing.points;
            } else {
                rivals += standing.points;
            }
        }
    }
    times.sort_unstable();
    println!(
        "{}, {seats} seats: sensible wins {wins} of {matches}; {:.1} points to {:.1}; {} steps a \
         match; a choice takes {:.2} ms on average, {:.2} ms median, {:.2} ms p99, {:.2} ms at worst",
        G::INFO.title,
        f64::from(points) / matches as f64,
        f64::from(rivals) / matches as f64 / (seats - 1) as f64,
        steps / matches,
        times.iter().sum::<Duration>().as_secs_f64() * 1e3 / times.len() as f64,
        times[times.len() / 2].as_secs_f64() * 1e3,
        times[times.len() * 99 / 100].as_secs_f64() * 1e3,
        times[times.len() - 1].as_secs_f64() * 1e3,
    );
}
