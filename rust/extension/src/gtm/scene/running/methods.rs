//! The methods of a node as Godot describes them: what an input may call, and what that takes.

use godot::builtin::VariantType;
use godot::classes::{ClassDb, Object};
use godot::prelude::*;
use godot::register::info::MethodFlags;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What methods of Godot's own classes take, by class and method. To find it among hundreds takes a millisecond.
static NATIVE: Mutex<BTreeMap<(String, String), Arc<Signature>>> = Mutex::new(BTreeMap::new());

/// What a method takes, apart from the values of its defaults.
struct Signature {
    /// The name, type and class of each parameter.
    parameters: Vec<(String, VariantType, String)>,
    /// How many of them need an argument.
    needed: usize,
    is_variadic: bool,
}

/// A method that an input names.
pub(crate) struct Method {
    /// Its name as the node spells it.
    pub(crate) name: StringName,
    /// What it takes.
    pub(crate) parameters: Vec<Parameter>,
    /// Whether it takes any number of arguments after those.
    pub(crate) is_variadic: bool,
}

/// A parameter of a method, or a property.
pub(crate) struct Parameter {
    /// Its name.
    pub(crate) name: String,
    /// Its type; nil for any.
    pub(crate) kind: VariantType,
    /// The class of its objects, where it has any.
    pub(crate) class: String,
    /// What it is without an argument, when it needs none; nil when Godot does not tell.
    pub(crate) default: Option<Variant>,
}

impl Method {
    /// The method of the node's script that `input` names, in this spelling or in that of C#.
    pub(crate) fn scripted(node: &Gd<Node>, input: &StringName) -> Option<Self> {
        let methods = node.get_script()?.get_script_method_list();
        spellings(input).into_iter().find_map(|name| {
            let method = described(&methods, &name)?;
            let defaults: VarArray = get(&method, "default_args").unwrap_or_default();
            Some(Self::new(name, &Signature::read(&method), &defaults))
        })
    }

    /// The method of the node's class that `input` names.
    pub(crate) fn native(node: &Gd<Node>, input: &StringName) -> Option<Self> {
        let name = spellings(input).into_iter().find(|name| node.has_method(name))?;
        let key = (node.get_class().to_string(), name.to_string());
        let found = known().get(&key).cloned();
        let signature = found.unwrap_or_else(|| {
            let method = described(&node.get_method_list(), &name).unwrap_or_default();
            let signature = Arc::new(Signature::read(&method));
            known().insert(key, Arc::clone(&signature));
            signature
        });
        Some(Self::new(name, &signature, &VarArray::new()))
    }

    fn new(name: StringName, signature: &Signature, defaults: &VarArray) -> Self {
        let default = |place: usize| {
            let optional = place.checked_sub(signature.needed)?;
            Some(defaults.get(optional).unwrap_or_default())
        };
        let parameters = signature.parameters.iter().enumerate().map(|(place, (name, kind, class))| {
            Parameter { name: name.clone(), kind: *kind, class: class.clone(), default: default(place) }
        });
        Self { name, parameters: parameters.collect(), is_variadic: signature.is_variadic }
    }

    /// How many arguments it needs.
    pub(crate) fn needed(&self) -> usize {
        self.parameters.iter().take_while(|parameter| parameter.default.is_none()).count()
    }
}

impl Signature {
    fn read(method: &VarDictionary) -> Self {
        let taken: Array<VarDictionary> = get(method, "args").unwrap_or_default();
        let defaults: VarArray = get(method, "default_args").unwrap_or_default();
        let flags: i64 = get(method, "flags").unwrap_or_default();
        Self {
            parameters: taken.iter_shared().map(|parameter| read(&parameter)).collect(),
            needed: taken.len().saturating_sub(defaults.len()),
            is_variadic: flags & MethodFlags::VARARG.ord() as i64 != 0,
        }
    }
}

fn known() -> MutexGuard<'static, BTreeMap<(String, String), Arc<Signature>>> {
    NATIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The name, type and class of a parameter or property.
fn read(described: &VarDictionary) -> (String, VariantType, String) {
    let text = |key: &str| described.get(key).map(|text| text.to_string()).unwrap_or_default();
    (text("name"), get(described, "type").unwrap_or(VariantType::NIL), text("class_name"))
}

impl Parameter {
    /// What a property of a node takes, or a part of one, as `position:x`.
    pub(crate) fn of_property(node: &Gd<Node>, path: &StringName) -> Option<Self> {
        if let Some(property) = described(&node.get_property_list(), path) {
            let (name, kind, class) = read(&property);
            return Some(Self { name, kind, class, default: None });
        }
        let name = path.to_string();
        let part = if name.contains(':') {
            node.get_indexed(&NodePath::from(name.as_str()))
        } else {
            Variant::nil()
        };
        let kind = part.get_type();
        (kind != VariantType::NIL).then(|| Self { name, kind, class: String::new(), default: None })
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
        let class = self.class.as_str();
        if class.is_empty() || ClassDb::singleton().class_exists(class) {
            return class.is_empty() || object.is_class(class);
        }
        let mut script = object.get_script();
        while let Some(own) = script {
            if own.get_global_name() == class || own.get_path() == class {
                return true;
            }
            script = own.get_base_script();
        }
        false
    }

    /// What it takes, in words.
    pub(crate) fn wanted(&self) -> String {
        match self.kind {
            VariantType::OBJECT if !self.class.is_empty() => self.class.clone(),
            kind => crate::gtm::scene::typed_text::name_of(kind),
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
