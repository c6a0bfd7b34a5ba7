//! What is at hand for a call, fitted to what a method takes: by name, type and count.

use super::methods::{Method, Parameter};
use super::parameters::{Mismatch, Parties, Stated, from_value};
use godot::builtin::VariantType;
use godot::classes::Object;
use godot::prelude::*;

/// The name of parameters that are meant for whoever started it, whatever their type.
const ACTIVATOR: &str = "activator";

/// What a connection that fires has to hand over.
pub(crate) struct Offer {
    /// What its parameter states.
    pub(crate) stated: Vec<Stated>,
    /// What the signal handed over besides the activator.
    pub(crate) further: Vec<Variant>,
}

/// The arguments of a call.
#[derive(Default)]
pub(crate) struct Arguments {
    pub(crate) values: Vec<Variant>,
    /// What had to be replaced, in words.
    pub(crate) replaced: Vec<String>,
}

/// Fits what is at hand to the parameters of a method. The error says what does not fit.
pub(crate) fn fit(method: &Method, offer: Offer, parties: &Parties) -> Result<Arguments, String> {
    let is_stated = !offer.stated.is_empty();
    let mut slots = Slots::new(method);
    let mut rest = slots.state(offer.stated, parties)?;
    let further = offer.further.into_iter().filter(is_alive).collect();
    let left = slots.hand_over(parties.activator.as_ref(), further, is_stated);
    if !is_stated {
        rest = left;
    }
    let mut arguments = slots.close()?;
    if method.is_variadic && arguments.values.len() == method.parameters.len() {
        arguments.values.extend(rest);
    }
    Ok(arguments)
}

/// A value as a property takes it, and what had to be replaced: what is stated, else the first of the handed values that
/// fits.
pub(crate) fn fit_property(
    property: &Parameter,
    offer: Offer,
    parties: &Parties,
) -> Result<(Variant, Vec<String>), String> {
    let mut arguments = Arguments::default();
    let value = if let Some(stated) = offer.stated.into_iter().next() {
        arguments.take(stated.value_for(property, parties), property)?
    } else {
        let activator = parties.activator.iter().filter(|node| node.is_instance_valid()).map(Gd::to_variant);
        let handed: Vec<Variant> = offer.further.into_iter().filter(is_alive).chain(activator).collect();
        let fitting = handed.iter().find_map(|value| fitted(value, property));
        fitting.ok_or_else(|| format!("{} has no value to be set to", property.name))?
    };
    Ok((value, arguments.replaced))
}

impl Arguments {
    /// A stated value, or what stands in for it, which is noted.
    fn take(&mut self, value: Result<Variant, Mismatch>, parameter: &Parameter) -> Result<Variant, String> {
        value.or_else(|Mismatch { found, instead }| {
            let (name, wanted) = (&parameter.name, parameter.wanted());
            let instead = instead.ok_or_else(|| format!("{name} is {found}, {wanted} expected"))?;
            self.replaced.push(format!("{name} is {found}, {wanted} expected; {instead} is handed over"));
            Ok(instead)
        })
    }
}

/// The parameters of a method with what they get.
struct Slots<'m> {
    method: &'m Method,
    values: Vec<Option<Variant>>,
    arguments: Arguments,
}

impl<'m> Slots<'m> {
    fn new(method: &'m Method) -> Self {
        Self { method, values: vec![None; method.parameters.len()], arguments: Arguments::default() }
    }

    /// Fills in what is stated, in order. Gives what there is no parameter for.
    fn state(&mut self, stated: Vec<Stated>, parties: &Parties) -> Result<Vec<Variant>, String> {
        let mut stated = stated.into_iter();
        for (parameter, slot) in self.method.parameters.iter().zip(&mut self.values) {
            let Some(stated) = stated.next() else { break };
            *slot = Some(self.arguments.take(stated.value_for(parameter, parties), parameter)?);
        }
        Ok(stated.map(Stated::into_value).collect())
    }

    /// Fills in what the signal handed over. Next to stated values only those are filled that need an argument, or are
    /// named after the activator. Gives what is left.
    fn hand_over(
        &mut self,
        activator: Option<&Gd<Node>>,
        further: Vec<Variant>,
        is_stated: bool,
    ) -> Vec<Variant> {
        let activator = activator.filter(|node| node.is_instance_valid()).map(Gd::to_variant);
        let mut left: Vec<Variant> = Vec::new();
        for (value, is_activator) in activator
            .into_iter()
            .map(|node| (node, true))
            .chain(further.into_iter().map(|value| (value, false)))
        {
            let place = if is_activator { self.place_of_activator(&value, is_stated) } else { None };
            match place.or_else(|| self.place_of(&value, is_stated)) {
                Some(place) => self.values[place] = fitted(&value, &self.method.parameters[place]),
                None => left.push(value),
            }
        }
        self.convert(&mut left);
        left
    }

    /// The parameter that is named after the activator, else the first that takes nodes by its type.
    fn place_of_activator(&self, activator: &Variant, is_stated: bool) -> Option<usize> {
        let takes = |parameter: &Parameter| fitted(activator, parameter).is_some();
        let named = self.free(false).find(|(_, parameter)| parameter.name == ACTIVATOR && takes(parameter));
        let typed = || {
            let is_typed = |parameter: &Parameter| parameter.kind == VariantType::OBJECT;
            self.free(is_stated).find(|(_, parameter)| is_typed(parameter) && takes(parameter))
        };
        named.or_else(typed).map(|(place, _)| place)
    }

    /// The first parameter that a value fits.
    fn place_of(&self, value: &Variant, only_needed: bool) -> Option<usize> {
        self.free(only_needed || value.is_nil())
            .find(|(_, parameter)| fitted(value, parameter).is_some())
            .map(|(place, _)| place)
    }

    /// Fills what still needs an argument with what is left and can be converted.
    fn convert(&mut self, left: &mut Vec<Variant>) {
        let free: Vec<usize> = self.free(true).map(|(place, _)| place).collect();
        for place in free {
            let parameter = &self.method.parameters[place];
            let found =
                left.iter().enumerate().find_map(|(at, value)| Some((at, converted(value, parameter)?)));
            if let Some((at, value)) = found {
                left.remove(at);
                self.values[place] = Some(value);
            }
        }
    }

    /// The parameters that have nothing yet; those that need something, or all.
    fn free(&self, only_needed: bool) -> impl Iterator<Item = (usize, &'m Parameter)> {
        let parameters = self.method.parameters.iter().zip(&self.values).enumerate();
        parameters
            .filter(move |(_, (parameter, value))| {
                value.is_none() && !(only_needed && parameter.default.is_some())
            })
            .map(|(place, (parameter, _))| (place, parameter))
    }

    /// The arguments up to the last that is there or needed. What is left out between them gets its default.
    fn close(mut self) -> Result<Arguments, String> {
        let given = self.values.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        let count = given.max(self.method.needed());
        for (parameter, value) in self.method.parameters.iter().zip(self.values).take(count) {
            match value.or_else(|| left_out(parameter)) {
                Some(value) => self.arguments.values.push(value),
                // Godot does not tell the default, so that only a call without it can be made.
                None if parameter.default.is_some() => break,
                None => {
                    return Err(format!(
                        "nothing is there for {}, {} expected",
                        parameter.name,
                        parameter.wanted()
                    ));
                }
            }
        }
        Ok(self.arguments)
    }
}

/// What a parameter gets that was left out: its default, or nothing where that is a value.
fn left_out(parameter: &Parameter) -> Option<Variant> {
    let is_nothing = matches!(parameter.kind, VariantType::NIL | VariantType::OBJECT);
    match &parameter.default {
        Some(default) if is_nothing || !default.is_nil() => Some(default.clone()),
        Some(_) => None,
        None => is_nothing.then(Variant::nil),
    }
}

/// A handed value as a parameter takes it without being turned into something else.
fn fitted(value: &Variant, parameter: &Parameter) -> Option<Variant> {
    let wanted = parameter.likely_kind();
    match (value.get_type(), wanted) {
        (_, VariantType::NIL) | (VariantType::NIL, VariantType::OBJECT) => Some(value.clone()),
        (VariantType::OBJECT, VariantType::OBJECT) => {
            let object = value.try_to::<Gd<Object>>().ok()?;
            parameter.takes(&object).then(|| value.clone())
        }
        (VariantType::INT | VariantType::FLOAT, VariantType::INT | VariantType::FLOAT)
        | (VariantType::STRING | VariantType::STRING_NAME, VariantType::STRING | VariantType::STRING_NAME) => {
            if value.get_type() == wanted {
                Some(value.clone())
            } else {
                from_value(value, parameter).ok()
            }
        }
        (found, wanted) => (found == wanted).then(|| value.clone()),
    }
}

/// A handed value turned into what a parameter takes; a node is turned into nothing.
fn converted(value: &Variant, parameter: &Parameter) -> Option<Variant> {
    let is_object = value.get_type() == VariantType::OBJECT;
    let value = from_value(value, parameter).ok().filter(|_| !is_object)?;
    (value.get_type() == parameter.kind).then_some(value)
}

/// Whether a value is no object that is gone.
fn is_alive(value: &Variant) -> bool {
    value.get_type() != VariantType::OBJECT || value.try_to::<Gd<Object>>().is_ok()
}
