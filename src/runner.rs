//! The one loop for work that falls due, such as letters and the turns of robots.
//!
//! Whoever has such work says how one due thing is done; the [`Runner`] asks for it
//! when a bell rings, when the next thing falls due, and every now and then besides:
//! another process may have left something. Each step claims what it does, so any
//! number of runners, here and in other processes, may do the same work.

use crate::error::Result;
use std::time::Duration;
use tokio::sync::{Notify, watch};
use tokio::task::{JoinError, JoinSet};
use tokio::time::{Instant, sleep_until};

/// The shortest time between two looks that nobody rang for.
const LEAST: Duration = Duration::from_millis(10);

/// What a step has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It did one thing that was due; more may wait.
    Did,
    /// Nothing is due.
    Nothing {
        /// How long it is until something is, where that is known.
        next: Option<Duration>,
    },
}

/// How due work is done.
#[derive(Clone, Copy, Debug)]
pub struct Runner {
    /// What the log calls the work.
    pub work: &'static str,
    /// The most steps at the same time.
    pub at_once: usize,
    /// How often it looks for work when no bell rings.
    pub look_every: Duration,
}

impl Runner {
    /// Does what is due until `until` is true; steps that run then are finished. While
    /// there is work, more and more steps run side by side. A step that fails or panics
    /// is logged, and what it failed at is left to the next look: until then no bell is
    /// heard, so that a fault cannot spin.
    pub async fn run<S, F>(&self, bell: &Notify, mut until: watch::Receiver<bool>, step: S)
    where
        S: Fn() -> F,
        F: Future<Output = Result<Step>> + Send + 'static,
    {
        let mut steps = JoinSet::new();
        let mut look = Instant::now();
        let mut faulty = false;
        while !*until.borrow() {
            let free = steps.len() < self.at_once;
            tokio::select! {
                Some(ended) = steps.join_next() => match self.done(ended) {
                    Some(Step::Did) => {
                        for _ in steps.len()..self.at_once.min(steps.len() + 2) {
                            steps.spawn(step());
                        }
                    }
                    Some(Step::Nothing { next }) => {
                        let next = next.unwrap_or(self.look_every).max(LEAST);
                        look = look.min(Instant::now() + next);
                    }
                    None => faulty = true,
                },
                () = bell.notified(), if free && !faulty => {
                    steps.spawn(step());
                }
                () = sleep_until(look), if free => {
                    faulty = false;
                    look = Instant::now() + self.look_every;
                    steps.spawn(step());
                }
                still = until.changed() => if still.is_err() { break },
            }
        }
        while let Some(ended) = steps.join_next().await {
            self.done(ended);
        }
    }

    fn done(&self, ended: Result<Result<Step>, JoinError>) -> Option<Step> {
        let why = match ended {
            Ok(Ok(step)) => return Some(step),
            Ok(Err(error)) => error.to_string(),
            Err(panic) => panic.to_string(),
        };
        tracing::error!(work = self.work, why, "a step failed; it is left to the next look");
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    const SELDOM: Duration = Duration::from_secs(3600);

    /// Lets a runner work for a while on steps that are counted first; how many there were.
    async fn steps_in<F>(
        runner: Runner,
        bell: &Notify,
        millis: u64,
        step: impl Fn(usize) -> F,
    ) -> usize
    where
        F: Future<Output = Result<Step>> + Send + 'static,
    {
        let (over, until) = watch::channel(false);
        let count = AtomicUsize::new(0);
        tokio::join!(runner.run(bell, until, || step(count.fetch_add(1, SeqCst))), async {
            tokio::time::sleep(Duration::from_millis(millis)).await;
            over.send(true).expect("it runs");
        });
        count.into_inner()
    }

    fn runner(at_once: usize, look_every: Duration) -> Runner {
        Runner { work: "tests", at_once, look_every }
    }

    async fn nothing() -> Result<Step> {
        Ok(Step::Nothing { next: None })
    }

    #[tokio::test]
    async fn it_looks_at_its_start_and_whenever_the_bell_rings() {
        let bell = Notify::new();
        let (count, ()) =
            tokio::join!(steps_in(runner(1, SELDOM), &bell, 1_200, |_| nothing()), async {
                for _ in 0..3 {
                    tokio::time::sleep(Duration::from_millis(200)).await;
                    bell.notify_one();
                }
            });
        assert_eq!(count, 4);
    }

    #[tokio::test]
    async fn it_looks_every_now_and_then_though_no_bell_rings() {
        let often = Duration::from_millis(20);
        let count = steps_in(runner(4, often), &Notify::new(), 300, |_| nothing()).await;
        assert!((3..=16).contains(&count), "{count} looks");
    }

    #[tokio::test]
    async fn it_looks_again_when_the_next_thing_falls_due_and_never_without_a_pause() {
        let soon = |next| move |_| async move { Ok(Step::Nothing { next: Some(next) }) };
        let once = runner(1, SELDOM);
        let count = steps_in(once, &Notify::new(), 300, soon(Duration::from_millis(200))).await;
        assert_eq!(count, 2);
        let count = steps_in(once, &Notify::new(), 300, soon(Duration::ZERO)).await;
        assert!((2..=31).contains(&count), "{count} looks");
    }

    #[tokio::test]
    async fn a_step_that_fails_or_panics_cannot_spin_however_often_the_bell_rings() {
        let often = Duration::from_millis(100);
        for panics in [false, true] {
            let bell = Arc::new(Notify::new());
            let count = steps_in(runner(4, often), &bell, 350, |_| {
                let bell = bell.clone();
                async move {
                    bell.notify_one();
                    assert!(!panics, "the step broke");
                    Err(Error::fault("the step broke"))
                }
            });
            let count = count.await;
            // One that spins would try thousands of times, on however slow a machine.
            assert!((2..50).contains(&count), "{count} tries");
        }
    }

    #[tokio::test]
    async fn many_due_things_are_done_side_by_side_and_no_more_at_once_than_allowed() {
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let bell = Notify::new();
        let count = steps_in(runner(3, SELDOM), &bell, 300, |number| {
            let (now, most) = (now.clone(), most.clone());
            async move {
                most.fetch_max(now.fetch_add(1, SeqCst) + 1, SeqCst);
                tokio::time::sleep(Duration::from_millis(5)).await;
                now.fetch_sub(1, SeqCst);
                if number < 20 { Ok(Step::Did) } else { nothing().await }
            }
        });
        assert!((21..=26).contains(&count.await), "each thing once, then a look or two");
        assert_eq!(most.load(SeqCst), 3);
    }

    #[tokio::test]
    async fn a_step_that_runs_at_the_end_is_finished() {
        let done = Arc::new(AtomicUsize::new(0));
        steps_in(runner(1, SELDOM), &Notify::new(), 20, |_| {
            let done = done.clone();
            async move {
                tokio::time::sleep(Duration::from_millis(100)).await;
                done.store(1, SeqCst);
                Ok(Step::Did)
            }
        })
        .await;
        assert_eq!(done.load(SeqCst), 1);
    }
}
