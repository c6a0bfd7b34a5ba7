//! What an input does to a node: a method, a property, or what every node and every light can do.

use super::arguments::{Offer, fit, fit_property};
use super::methods::{Method, Parameter};
use super::parameters::Parties;
use crate::gtm::scene::build::lights;
use godot::classes::node::ProcessMode;
use godot::prelude::*;

/// Delivers an input to the receiver, whose code may free anybody. Gives what had to be replaced on the way, or why nothing could be
/// delivered.
pub(crate) fn deliver(parties: &Parties, input: &StringName, offer: Offer) -> Result<Vec<String>, String> {
    let mut receiver = parties.receiver.clone();
    let name = input.to_string();
    // Godot's own show and hide do less than a map means by them.
    let is_native = !["show", "hide"].contains(&name.as_str());
    let native = || if is_native { Method::native(&receiver, input) } else { None };
    let method = Method::scripted(&receiver, input).or_else(native);
    if let Some(method) = method {
        let arguments = fit(&method, offer, parties)?;
        receiver.try_call(&method.name, &arguments.values).map_err(|refused| refused.to_string())?;
        return Ok(arguments.replaced);
    }
    if let Some(property) = Parameter::of_property(&receiver, input) {
        let (value, replaced) = fit_property(&property, offer, parties)?;
        if receiver.is_instance_valid() {
            receiver.set_indexed(&NodePath::from(name.as_str()), &value);
        }
        return Ok(replaced);
    }
    if do_built_in(&mut receiver, &name) || lights::switch(&receiver, &name) {
        return Ok(Vec::new());
    }
    Err(format!("it has no input {name}"))
}

/// The inputs that every node has; `false` for others.
fn do_built_in(receiver: &mut Gd<Node>, name: &str) -> bool {
    match name {
        "kill" => receiver.queue_free(),
        "show" | "enable" => set_enabled(receiver, true),
        "hide" | "disable" => set_enabled(receiver, false),
        "toggle" => {
            let is_visible = receiver.get("visible").try_to::<bool>().unwrap_or(true);
            set_visible(receiver, !is_visible);
        }
        _ => return false,
    }
    true
}

fn set_enabled(receiver: &mut Gd<Node>, is_enabled: bool) {
    set_visible(receiver, is_enabled);
    // Whoever heard of that may have freed the node.
    if receiver.is_instance_valid() {
        receiver.set_process_mode(if is_enabled { ProcessMode::INHERIT } else { ProcessMode::DISABLED });
    }
}

fn set_visible(receiver: &mut Gd<Node>, is_visible: bool) {
    if receiver.is_instance_valid() {
        receiver.set("visible", &is_visible.to_variant());
    }
}
