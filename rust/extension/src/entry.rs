//! Where Godot enters the library.

// `ExtensionLibrary` is unsafe because implementing it promises that the library keeps to gdext's rules: one
// engine loads it at a time.
#![allow(unsafe_code)]

use crate::{loader, workers};
use godot::init::InitStage;
use godot::prelude::*;

struct Mapwright;

#[gdextension(entry_symbol = mapwright_init)]
unsafe impl ExtensionLibrary for Mapwright {
    fn on_stage_init(stage: InitStage) {
        if stage == InitStage::Scene {
            loader::register();
        }
    }

    fn on_stage_deinit(stage: InitStage) {
        if stage == InitStage::Scene {
            loader::unregister();
            workers::stop();
        }
    }
}
