//! The methods of a node as Godot describes them: what an input may call, and what that takes.

use godot::builtin::VariantType;
use godot::classes::{ClassDb, Object};
use godot::prelude::*;
use godot::register::info::MethodFlags;

/// A method that an input names.
pub(crate) struct Method {
    /// Its name as the node spells it.
    pub(crate) name: StringName,
    /// What it takes.
    pub(crate) parameters: Vec<Parameter>,
    /// Whether it takes any number of arguments after those.
    pub(crate) is_variadic: bool,
    /// Whether the node's script has it.
    pub(crate) is_scripted: bool,
}

/// A parameter of a method, or a property.
pub(crate) struct Parameter {
    /// Its name.
    pub(crate) name: String,
    /// Its type; nil for any.
    pub(crate) kind: VariantType,
    /// The class of its objects, where it has any.
    pub(crate) class: StringName,
    /// What it is without an argument, when it needs none.
    pub(crate) default: Option<Variant>,
}

impl Method {
    /// The method that `input` names, in this spelling or in that of C#.
    pub(crate) fn find(node: &Gd<Node>, input: &StringName) -> Option<Self> {
        let name = spellings(input).into_iter().find(|name| node.has_method(name))?;
        let script = node.get_script();
        let scripted = script.and_then(|script| described(&script.get_script_method_list(), &name));
        let is_scripted = scripted.is_some();
        let method = scripted.or_else(|| described(&node.get_method_list(), &name)).unwrap_or_default();
        Some(Self::read(name, &method, is_scripted))
    }

    fn read(name: StringName, method: &VarDictionary, is_scripted: bool) -> Self {
        let taken: Array<VarDictionary> = get(method, "args").unwrap_or_default();
        let defaults: VarArray = get(method, "default_args").unwrap_or_default();
        let needed = taken.len().saturating_sub(defaults.len());
        let default = |place: usize| place.checked_sub(needed).and_then(|place| defaults.get(place));
        let parameters = taken.iter_shared().enumerate();
        let flags: i64 = get(method, "flags").unwrap_or_default();
        Self {
            name,
            parameters: parameters.map(|(place, taken)| Parameter::read(&taken, default(place))).collect(),
            is_variadic: flags & MethodFlags::VARARG.ord() as i64 != 0,
            is_scripted,
        }
    }

    /// How many arguments it needs.
    pub(crate) fn needed(&self) -> usize {
        self.parameters.iter().take_while(|parameter| parameter.default.is_none()).count()
    }
}

impl Parameter {
    fn read(described: &VarDictionary, default: Option<Variant>) -> Self {
        Self {
            name: get::<GString>(described, "name").unwrap_or_default().to_string(),
            kind: get::<VariantType>(described, "type").unwrap_or(VariantType::NIL),
            class: get(described, "class_name").unwrap_or_default(),
            default,
        }
    }

    /// What a property of a node takes, or a part of one, as `position:x`.
    pub(crate) fn of_property(node: &Gd<Node>, path: &StringName) -> Option<Self> {
        if let Some(property) = described(&node.get_property_list(), path) {
            return Some(Self::read(&property, None));
        }
        let name = path.to_string();
        let part = if name.contains(':') {
            node.get_indexed(&NodePath::from(name.as_str()))
        } else {
            Variant::nil()
        };
        let kind = part.get_type();
        (kind != VariantType::NIL).then(|| Self { name, kind, class: StringName::default(), default: None })
    }

    /// Its type, or that of its default when it states none.
    pub(crate) fn likely_kind(&self) -> VariantType {
        match (&self.default, self.kind) {
            (Some(default), VariantType::NIL) => default.get_type(),
            _ => self.kind,
        }
    }

    /// Whether it takes an object by its class.
    pub(crate) fn takes(&self, object: &Gd<Object>) -> bool {
        let class = &self.class;
        if class.is_empty() || ClassDb::singleton().class_exists(class) {
            return class.is_empty() || object.is_class(&GString::from(class));
        }
        let mut script = object.get_script();
        while let Some(own) = script {
            if own.get_global_name() == *class || own.get_path().to_string() == class.to_string() {
                return true;
            }
            script = own.get_base_script();
        }
        false
    }

    /// What it takes, in words.
    pub(crate) fn wanted(&self) -> String {
        match self.kind {
            VariantType::OBJECT if !self.class.is_empty() => self.class.to_string(),
            kind => super::typed_text::name_of(kind),
        }
    }
}

/// An input as the map spells it, and as C# does.
pub(crate) fn spellings(name: &StringName) -> [StringName; 3] {
    let text = GString::from(name);
    let pascal = StringName::from(&text.to_pascal_case());
    let camel = StringName::from(&text.to_camel_case());
    [name.clone(), pascal, camel]
}

/// The first method or property of this name, which is the most derived one.
fn described(members: &Array<VarDictionary>, name: &StringName) -> Option<VarDictionary> {
    let name = name.to_string();
    members
        .iter_shared()
        .find(|method| get::<GString>(method, "name").is_some_and(|own| own.to_string() == name))
}

fn get<T: FromGodot>(dictionary: &VarDictionary, key: &str) -> Option<T> {
    dictionary.get(key)?.try_to_relaxed().ok()
}
