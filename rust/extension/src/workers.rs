//! The threads that formats are read and scenes are laid out on.
//!
//! They belong to the library and end with it: a thread that outlives its code takes the engine down.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;
use std::thread::{self, JoinHandle};

static WORKERS: Mutex<Option<Workers>> = Mutex::new(None);

struct Workers {
    pool: std::sync::Arc<ThreadPool>,
    threads: Vec<JoinHandle<()>>,
}

/// Runs `work` with its parallel parts on the library's threads.
pub(crate) fn run<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    match pool() {
        Some(pool) => pool.install(work),
        None => alone(work),
    }
}

/// Runs `work` where no threads can be started, its parallel parts one after the other. Outside of every pool rayon would
/// start one of its own, whose threads nobody joins.
fn alone<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    match ThreadPoolBuilder::new().num_threads(1).use_current_thread().build() {
        Ok(pool) => pool.install(work),
        // This thread is in a pool already, which its parallel parts run in.
        Err(_) => work(),
    }
}

/// Starts `work` on one of the library's threads.
pub(crate) fn spawn(work: impl FnOnce() + Send + 'static) {
    let work = move || {
        // What was waited for then never comes; the thread goes on.
        let _ = panic::catch_unwind(AssertUnwindSafe(work));
    };
    match pool() {
        Some(pool) => pool.spawn(work),
        None => alone(work),
    }
}

/// How many of them there are.
pub(crate) fn count() -> usize {
    pool().map_or(1, |pool| pool.current_num_threads())
}

fn pool() -> Option<std::sync::Arc<ThreadPool>> {
    let mut workers = WORKERS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if workers.is_none() {
        *workers = start();
    }
    workers.as_ref().map(|workers| workers.pool.clone())
}

fn start() -> Option<Workers> {
    let mut threads = Vec::new();
    let pool = ThreadPoolBuilder::new()
        .spawn_handler(|worker| {
            let builder = thread::Builder::new().name("mapwright".to_owned());
            threads.push(builder.spawn(|| worker.run())?);
            Ok(())
        })
        .build()
        .ok()?;
    Some(Workers { pool: pool.into(), threads })
}

/// Ends the threads and waits for them; at the library's end.
pub(crate) fn stop() {
    let workers = WORKERS.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
    if let Some(Workers { pool, threads }) = workers {
        drop(pool);
        for thread in threads {
            // A worker that panicked has ended as well.
            let _ = thread.join();
        }
    }
}
