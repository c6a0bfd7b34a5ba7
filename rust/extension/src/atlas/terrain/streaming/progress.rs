//! From one source of a terrain to the next: survey, session, and what is left of earlier ones.

use super::session::{FrameInput, Leftover, Session};
use super::survey::{Surveyed, survey};
use crate::atlas::opened::Opened;
use crate::atlas::resource::AtlasFile;
use crate::atlas::terrain::drawing::instances::Shading;
use crate::atlas::terrain::messages::Messages;
use crate::atlas::terrain::settings::ReadOptions;
use crate::errors::{Failure, guarded};
use crate::workers;
use godot::global::Error;
use godot::prelude::*;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// So many things are thrown away in a frame: a terrain's worth at once would be seen.
const THROWN_A_FRAME: usize = 32;

/// How far a terrain is with its source.
#[derive(Default)]
pub(crate) struct Progress {
    /// What is shown, or was tried.
    current: Option<Current>,
    stage: Stage,
    /// What is left of earlier sources.
    leftover: Vec<Leftover>,
}

struct Current {
    source: Gd<AtlasFile>,
    opened: Option<Arc<Opened>>,
    reading: ReadOptions,
}

#[derive(Default)]
enum Stage {
    #[default]
    Nothing,
    Surveying(Receiver<Result<Surveyed, Failure>>),
    Ready(Box<Session>),
}

impl Progress {
    /// One frame: notices another source, and goes on with the one there is.
    pub(crate) fn advance(
        &mut self,
        source: Option<&Gd<AtlasFile>>,
        shading: Shading,
        look_changed: bool,
        frame: &FrameInput<'_>,
        messages: &mut Messages,
    ) {
        for _ in 0..THROWN_A_FRAME {
            drop(self.leftover.pop());
        }
        let reading = source.map(|source| ReadOptions {
            tex_coords: source.bind().tex_coords(),
            swap_red_blue: frame.settings.swap_red_blue,
            skirts: Vec::new(),
        });
        let opened = source.and_then(|source| source.bind().opened().ok());
        if !self.is_current(source, opened.as_ref(), reading.as_ref()) {
            messages.has_changed = true;
            self.end();
            self.begin(source, opened, reading, messages);
        }
        if let Stage::Surveying(receiver) = &self.stage {
            match receiver.try_recv() {
                Ok(outcome) => self.build(outcome, shading.clone(), frame, messages),
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => {
                    let lost = Failure::new(Error::FAILED, "internal error, please report it: no survey");
                    self.build(Err(lost), shading.clone(), frame, messages);
                }
            }
        }
        if let Stage::Ready(session) = &mut self.stage {
            if look_changed {
                session.set_shading(shading);
            }
            session.frame(frame, messages);
        }
    }

    pub(crate) fn session(&self) -> Option<&Session> {
        match &self.stage {
            Stage::Ready(session) => Some(session),
            _ => None,
        }
    }

    /// Whether there is nothing to wait for.
    pub(crate) fn is_settled(&self, has_source: bool) -> bool {
        match &self.stage {
            // A source that could not be shown has been noticed.
            Stage::Nothing => has_source == self.current.is_some(),
            Stage::Surveying(_) => false,
            Stage::Ready(session) => session.is_settled(),
        }
    }

    /// Takes everything off the screen and out of physics.
    pub(crate) fn withdraw(&mut self) {
        if let Stage::Ready(session) = &mut self.stage {
            session.withdraw();
        }
    }

    fn is_current(
        &self,
        source: Option<&Gd<AtlasFile>>,
        opened: Option<&Arc<Opened>>,
        reading: Option<&ReadOptions>,
    ) -> bool {
        match (&self.current, source) {
            (None, None) => true,
            (Some(current), Some(source)) => {
                current.source == *source
                    && current.opened.as_ref().map(Arc::as_ptr) == opened.map(Arc::as_ptr)
                    && Some(&current.reading) == reading
            }
            _ => false,
        }
    }

    fn begin(
        &mut self,
        source: Option<&Gd<AtlasFile>>,
        opened: Option<Arc<Opened>>,
        reading: Option<ReadOptions>,
        messages: &mut Messages,
    ) {
        let (Some(source), Some(reading)) = (source, reading) else { return };
        if let Some(opened) = opened.clone() {
            let (sender, receiver) = channel();
            let reading = reading.clone();
            workers::spawn(move || {
                // Where nobody waits any more, the result goes right here.
                let _ = sender.send(guarded(|| survey(&opened, &reading)));
            });
            self.stage = Stage::Surveying(receiver);
        } else {
            messages.source = Some(Error::ERR_INVALID_DATA);
        }
        self.current = Some(Current { source: source.clone(), opened, reading });
    }

    fn build(
        &mut self,
        outcome: Result<Surveyed, Failure>,
        shading: Shading,
        frame: &FrameInput<'_>,
        messages: &mut Messages,
    ) {
        self.stage = Stage::Nothing;
        let Some(Current { opened: Some(opened), reading, .. }) = &self.current else { return };
        match outcome {
            Ok(surveyed) => {
                let session = Session::new(
                    Arc::clone(opened),
                    surveyed,
                    frame.settings,
                    reading.clone(),
                    shading,
                    frame.scenario,
                );
                self.stage = Stage::Ready(Box::new(session));
                messages.source = Some(Error::OK);
            }
            Err(failure) => {
                messages.source = Some(failure.code);
                messages.errors.push(failure.message);
            }
        }
    }

    fn end(&mut self) {
        self.current = None;
        if let Stage::Ready(session) = std::mem::take(&mut self.stage) {
            self.leftover.extend(session.end());
        }
    }
}
