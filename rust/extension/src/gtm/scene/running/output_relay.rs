//! `GtmOutputRelay`: a connection between two entities of a map, at work.

use super::arguments::Offer;
use super::methods::spellings;
use super::parameters;
use super::parameters::Parties;
use super::{inputs, targets};
use godot::classes::{Engine, INode, Node};
use godot::global::push_warning;
use godot::prelude::*;

/// A relay logs no more different things than this.
const MOST_WARNINGS: usize = 32;

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
/// What is handed over becomes what the method takes: a text stays one for a [String], [code]yes[/code] is true for a [bool], a
/// target is a node for an object, and what is no such value is 0, with a warning. Without a parameter the activator goes to the
/// first parameter that takes a node, or is left out; what else the signal handed over goes where it fits. What a script spells
/// as C# does, [code]TurnOn[/code] for [code]turn_on[/code], is found as well.
///
/// Every node has the inputs [code]kill[/code], [code]enable[/code] and [code]show[/code], [code]disable[/code] and [code]hide[/code]
/// (which stop its processing too) and [code]toggle[/code], and lights have [code]turn_on[/code] and [code]turn_off[/code], unless
/// their script has methods of that name. What cannot be delivered is a warning, and the next target is called.
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
    /// What was logged, so that each thing is logged once.
    warned: Vec<String>,
    base: Base<Node>,
}

#[godot_api]
impl INode for GtmOutputRelay {
    fn ready(&mut self) {
        if Engine::singleton().is_editor_hint() {
            return;
        }
        let Some(mut parent) = self.base().get_parent() else { return };
        let Some(signal) = spellings(&self.output).into_iter().find(|name| parent.has_signal(name)) else {
            return;
        };
        let relay = self.to_gd();
        let fire = Callable::from_linked_fn("fire", &self.to_gd(), move |handed: &[&Variant]| {
            if relay.is_instance_valid() {
                let handed: Vec<Variant> = handed.iter().map(|value| (*value).clone()).collect();
                Self::receive(&relay, handed);
            }
        });
        parent.connect(&signal, &fire);
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
        let later = Callable::from_linked_fn("send", this, move |_| {
            if relay.is_instance_valid() && relay.is_inside_tree() {
                Self::send(&relay, &handed);
            }
        });
        this.get_tree().create_timer(delay).connect("timeout", &later);
    }

    /// Calls the targets. The relay is not borrowed meanwhile, as they may fire it again or free it, the others or the map.
    fn send(this: &Gd<Self>, handed: &[Variant]) {
        let (target, input, parameter) = {
            let relay = this.bind();
            (relay.target.to_string(), relay.input.clone(), relay.parameter.to_string())
        };
        let Some(entity) = this.get_parent() else { return };
        let sender = place(&entity);
        let activator = handed.iter().find_map(|value| value.try_to::<Gd<Node>>().ok());
        let receivers = targets::find(&target, &entity, activator.as_ref());
        if receivers.is_empty() && !target.is_empty() && !target.starts_with(['!', '@']) {
            Self::warn(this, format!("{sender}: nothing is named {target:?}"));
        }
        if input.is_empty() {
            return;
        }
        for receiver in receivers {
            if !receiver.is_instance_valid() {
                continue;
            }
            let name = shown(&receiver);
            let parties =
                Parties { entity: alive(&entity), activator: activator.as_ref().and_then(alive), receiver };
            let further = further(handed, parties.activator.as_ref());
            let offer = Offer { stated: parameters::stated(&parameter, &parties), further };
            match inputs::deliver(&parties, &input, offer) {
                Ok(replaced) => {
                    for replaced in replaced {
                        Self::warn(this, format!("{sender}: {input} of {name}: {replaced}"));
                    }
                }
                Err(reason) => {
                    Self::warn(this, format!("{sender}: {input} of {name} is not called: {reason}"));
                }
            }
        }
    }

    /// Logs what was not logged before. The relay is not borrowed meanwhile, as loggers are code of the project.
    fn warn(this: &Gd<Self>, message: String) {
        if this.is_instance_valid() {
            let mut this = this.clone();
            let mut relay = this.bind_mut();
            if relay.warned.len() >= MOST_WARNINGS || relay.warned.contains(&message) {
                return;
            }
            relay.warned.push(message.clone());
        }
        push_warning(&[message.to_variant()]);
    }
}

/// The path of an entity, or its name while it is in no tree.
fn place(entity: &Gd<Node>) -> String {
    if entity.is_inside_tree() { entity.get_path().to_string() } else { entity.get_name().to_string() }
}

/// A receiver by the name that others reach it by and that of its node.
fn shown(receiver: &Gd<Node>) -> String {
    let (name, own) = (parameters::name(receiver), receiver.get_name());
    if name.to_string() == own.to_string() { name.to_string() } else { format!("{name} ({own})") }
}

/// A node that is still there.
fn alive(node: &Gd<Node>) -> Option<Gd<Node>> {
    node.is_instance_valid().then(|| node.clone())
}

/// What a signal handed over besides the activator.
fn further(handed: &[Variant], activator: Option<&Gd<Node>>) -> Vec<Variant> {
    let is_activator = |value: &Variant| {
        activator.is_some_and(|activator| value.try_to::<Gd<Node>>().is_ok_and(|node| node == *activator))
    };
    let mut further = handed.to_vec();
    if let Some(place) = further.iter().position(is_activator) {
        further.remove(place);
    }
    further
}
