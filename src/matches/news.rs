//! News inside one server process: which match something was appended to.
//!
//! Only a hint that looking again is worth it; what happened is in the stream.
//! Appends of other processes are not heard here.

use tokio::sync::broadcast::{self, error::RecvError};

/// How many matches may change before a slow listener has to look at its own.
const KEPT: usize = 256;

/// Where appends are made known.
#[derive(Clone, Debug)]
pub struct Crier(broadcast::Sender<String>);

impl Default for Crier {
    fn default() -> Self {
        Crier(broadcast::channel(KEPT).0)
    }
}

impl Crier {
    /// Says that something was appended to a match.
    pub fn cry(&self, match_id: &str) {
        // Nobody listening is no fault.
        let _ = self.0.send(match_id.to_owned());
    }

    /// Listens from now on.
    pub fn listen(&self) -> News {
        News(self.0.subscribe())
    }
}

/// A listener.
#[derive(Debug)]
pub struct News(broadcast::Receiver<String>);

impl News {
    /// Waits until something was appended to this match, or may have been.
    pub async fn of(&mut self, match_id: &str) {
        loop {
            match self.0.recv().await {
                Ok(id) if id == match_id => return,
                Ok(_) => {}
                Err(RecvError::Lagged(_)) => return,
                // The process ends; there will be no more news.
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
    }
}
