//! `GtmOutputRelay`: a connection between two entities of a map, at work.

use super::parameters::{Parties, arguments};
use super::targets;
use godot::classes::node::ProcessMode;
use godot::classes::{Engine, INode, Node};
use godot::global::push_warning;
use godot::prelude::*;

/// A connection of a map at work: when its parent emits a signal, it calls a method of the nodes that its target names.
///
/// [method GtmFile.build_scene] adds one for each connection when the option [code]output_relays[/code] is on. The call is
/// made [member delay] seconds later, and [member times] times at most.
///
/// The target is a targetname of the same map (a star at the end stands for anything), [code]@group[/code],
/// [code]!player[/code] (the first node of the group [code]player[/code]), [code]!activator[/code] (the first node that the
/// signal hands over), [code]!self[/code] (the parent) or an absolute node path. The parameter becomes a whole number, a
/// number, a bool, a vector of three numbers or a text; a JSON array becomes several arguments. [code]$activator[/code],
/// [code]$self[/code], [code]$caller[/code], [code]$position[/code] and [code]$caller_name[/code] stand for the activator, the
/// node that is called (twice), its position and its name.
///
/// Without a parameter, a method that takes arguments gets the activator and then what else the signal handed over.
#[derive(GodotClass)]
#[class(tool, init, base = Node)]
pub(crate) struct GtmOutputRelay {
    /// The signal of the parent.
    #[export]
    pub(crate) output: StringName,
    /// Whom to call.
    #[export]
    pub(crate) target: GString,
    /// The method to call, or the property to set.
    #[export]
    pub(crate) input: StringName,
    /// What to hand over, empty for what the signal hands over.
    #[export]
    pub(crate) parameter: GString,
    /// Seconds to wait before the call.
    #[export(range = (0.0, 60.0, 0.01, or_greater, suffix = "s"))]
    pub(crate) delay: f64,
    /// How often it fires at most; negative for without end.
    #[export]
    #[init(val = -1)]
    pub(crate) times: i64,
    fired: i64,
    warned: bool,
    base: Base<Node>,
}

#[godot_api]
impl INode for GtmOutputRelay {
    fn ready(&mut self) {
        if Engine::singleton().is_editor_hint() {
            return;
        }
        let Some(mut parent) = self.base().get_parent() else { return };
        if !parent.has_signal(&self.output) {
            return;
        }
        let relay = self.to_gd();
        let fire = Callable::from_fn("fire", move |handed: &[&Variant]| {
            if relay.is_instance_valid() {
                let handed: Vec<Variant> = handed.iter().map(|value| (*value).clone()).collect();
                Self::receive(&relay, handed);
            }
        });
        parent.connect(&self.output, &fire);
    }
}

#[godot_api]
impl GtmOutputRelay {
    /// Fires the connection as if the signal had been emitted with [param activator].
    #[func(gd_self)]
    fn fire(this: Gd<Self>, activator: Option<Gd<Node>>) {
        Self::receive(&this, activator.iter().map(Gd::to_variant).collect());
    }

    fn receive(this: &Gd<Self>, handed: Vec<Variant>) {
        let delay = {
            let mut this = this.clone();
            let mut relay = this.bind_mut();
            if relay.times >= 0 && relay.fired >= relay.times {
                return;
            }
            relay.fired += 1;
            relay.delay
        };
        if delay <= 0.0 || !this.is_inside_tree() {
            return Self::send(this, &handed);
        }
        let relay = this.clone();
        let later = Callable::from_fn("send", move |_| {
            if relay.is_instance_valid() && relay.is_inside_tree() {
                Self::send(&relay, &handed);
            }
        });
        this.get_tree().create_timer(delay).connect("timeout", &later);
    }

    /// Calls the targets. The relay is not borrowed meanwhile, as they may fire it again or free it.
    fn send(this: &Gd<Self>, handed: &[Variant]) {
        let (target, input, parameter) = {
            let relay = this.bind();
            (relay.target.to_string(), relay.input.clone(), relay.parameter.to_string())
        };
        let Some(entity) = this.get_parent() else { return };
        let activator = handed.iter().find_map(|value| value.try_to::<Gd<Node>>().ok());
        let targets = targets::find(&target, &entity, activator.as_ref());
        if targets.is_empty() && !target.is_empty() && !target.starts_with(['!', '@']) {
            Self::warn_once(this, &format!("{}: nothing is named {target:?}", entity.get_path()));
        }
        for receiver in targets {
            if !receiver.is_instance_valid() {
                continue;
            }
            let parties = Parties { activator: activator.clone(), receiver: receiver.clone() };
            let stated = arguments(&parameter, &parties);
            if !deliver(receiver, &input, &parameter, stated, handed) {
                Self::warn_once(this, &format!("{}: {target:?} has no input {input}", entity.get_path()));
            }
        }
    }

    fn warn_once(this: &Gd<Self>, message: &str) {
        let mut this = this.clone();
        let mut relay = this.bind_mut();
        if !std::mem::replace(&mut relay.warned, true) {
            push_warning(&[message.to_variant()]);
        }
    }
}

/// Calls a method, sets a property or does what every node can do; `false` when there is no such input.
fn deliver(
    mut receiver: Gd<Node>,
    input: &StringName,
    parameter: &str,
    stated: Vec<Variant>,
    handed: &[Variant],
) -> bool {
    if input.is_empty() {
        return true;
    }
    let name = input.to_string();
    let built_in = ["kill", "enable", "disable", "toggle"].contains(&name.as_str());
    if receiver.has_method(input) {
        let taken = receiver.get_method_argument_count(input) as usize;
        let mut arguments = if parameter.is_empty() { handed.to_vec() } else { stated };
        arguments.truncate(taken);
        receiver.call(input, &arguments);
        return true;
    }
    if receiver.get_indexed(&NodePath::from(name.as_str())).is_nil() && !built_in {
        return false;
    }
    if built_in {
        do_built_in(receiver, &name);
    } else if let Some(value) = stated.first().or_else(|| handed.first()) {
        receiver.set(input, value);
    }
    true
}

/// The inputs that every node has.
fn do_built_in(mut receiver: Gd<Node>, name: &str) {
    if name == "kill" {
        return receiver.queue_free();
    }
    let is_visible = receiver.get("visible").try_to::<bool>().unwrap_or(true);
    let shows = if name == "toggle" { !is_visible } else { name == "enable" };
    receiver.set("visible", &shows.to_variant());
    if name != "toggle" {
        let mode = if shows { ProcessMode::INHERIT } else { ProcessMode::DISABLED };
        receiver.set_process_mode(mode);
    }
}
