//! What is on its way: jobs on the library's threads, and what has come from them.

use super::loading::{Loaded, load, load_shape};
use crate::atlas::opened::Opened;
use crate::atlas::terrain::settings::ReadOptions;
use crate::errors::{Failure, guarded};
use crate::workers;
use mapwright_formats::atlas::Node;
use mapwright_scene::atlas::lod::Key;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Jobs that are with the threads at a time, for each of them: enough that none has to wait for the next frame, and so few
/// that what is needed more does not wait for long.
const JOBS_A_THREAD: usize = 48;

/// What was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Job {
    /// A chunk's mesh, or a texture.
    Draw(Key),
    /// A chunk's shape for physics.
    Collide(Node),
}

/// A job that is done.
pub(crate) struct Done {
    pub(crate) job: Job,
    pub(crate) outcome: Result<Loaded, Failure>,
}

pub(crate) struct Streaming {
    opened: Arc<Opened>,
    reading: Arc<ReadOptions>,
    sender: Sender<Done>,
    receiver: Receiver<Done>,
    /// Set when nobody waits any more.
    cancelled: Arc<AtomicBool>,
    running: usize,
    come: VecDeque<Done>,
}

impl Streaming {
    pub(crate) fn new(opened: Arc<Opened>, reading: ReadOptions) -> Self {
        let (sender, receiver) = channel();
        Self {
            opened,
            reading: Arc::new(reading),
            sender,
            receiver,
            cancelled: Arc::default(),
            running: 0,
            come: VecDeque::new(),
        }
    }

    /// How many more jobs can be given to the threads.
    pub(crate) fn free_slots(&self) -> usize {
        (workers::count() * JOBS_A_THREAD).saturating_sub(self.running + self.come.len())
    }

    pub(crate) fn start(&mut self, job: Job) {
        self.running += 1;
        let (opened, reading) = (Arc::clone(&self.opened), Arc::clone(&self.reading));
        let (sender, cancelled) = (self.sender.clone(), Arc::clone(&self.cancelled));
        workers::spawn(move || {
            if cancelled.load(Ordering::Relaxed) {
                return;
            }
            let outcome = guarded(|| match job {
                Job::Draw(key) => load(&opened, key, &reading),
                Job::Collide(node) => load_shape(&opened, node, &reading).map(Loaded::Shape),
            });
            // Where nobody waits any more, what was read goes right here.
            let _ = sender.send(Done { job, outcome });
        });
    }

    /// The next job that is done.
    pub(crate) fn next(&mut self) -> Option<Done> {
        while let Ok(done) = self.receiver.try_recv() {
            self.running -= 1;
            self.come.push_back(done);
        }
        self.come.pop_front()
    }

    /// How many jobs are running or waiting to be taken.
    pub(crate) fn pending(&self) -> usize {
        self.running + self.come.len()
    }
}

impl Drop for Streaming {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}
