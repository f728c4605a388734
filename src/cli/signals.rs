//! Stopping cleanly: the first SIGINT or SIGTERM asks the build to stop, the second one ends the process at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Which signal has asked us to stop.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicUsize>);

impl Stop {
    /// Starts to listen. When the system refuses, signals do what they do by default: the set stays whole anyway.
    pub fn listen() -> Stop {
        let stop = Stop::default();
        stop.start();
        stop
    }

    /// Listens from now on. Before, signals do what they do by default: they end the process at once, which is what a
    /// command that has written nothing owes to whoever stops it.
    pub fn start(&self) {
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGINT, SIGTERM};
            use signal_hook::flag;
            use std::sync::atomic::AtomicBool;
            let armed = Arc::new(AtomicBool::new(false));
            for signal in [SIGINT, SIGTERM] {
                // In this order: the first signal finds the flag unset, and sets it.
                let _ = flag::register_conditional_default(signal, armed.clone());
                let _ = flag::register(signal, armed.clone());
                let _ = flag::register_usize(signal, self.0.clone(), signal.unsigned_abs() as usize);
            }
        }
    }

    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// `128 + signal`, as shells report it.
    pub fn exit_code(&self) -> Option<u8> {
        match self.0.load(Ordering::Relaxed) {
            0 => None,
            signal => u8::try_from(128 + signal).ok(),
        }
    }
}
