//! Values written where Godot keeps them.
//!
//! The engine's bindings check, convert and count references for each value that is set. A map has millions of
//! values; written straight into their slots they cost a third of that.

use godot::builtin::{StringName, VarArray, VarDictionary, Variant, VariantType};
use godot::prelude::ToGodot;
use godot::sys::{self, GodotFfi};
use std::ffi::c_void;
use std::marker::PhantomData;
use std::slice;
use std::sync::LazyLock;

/// The signature of `Array.resize` in Godot's API, which never changes under the same name and hash.
const RESIZE_HASH: i64 = 848_867_239;

/// A place for one value in an array or a dictionary that is being made; it holds nil.
pub(crate) struct Slot<'a>(&'a mut Variant);

impl<'a> Slot<'a> {
    /// Makes a value by filling the slot that it comes from.
    pub(crate) fn make(fill: impl FnOnce(Slot<'_>)) -> Variant {
        let mut made = Variant::nil();
        fill(Slot(&mut made));
        made
    }

    pub(crate) fn put(self, value: Variant) {
        // SAFETY: the place is valid, and its nil owns nothing that would have to be dropped.
        unsafe { std::ptr::from_mut(self.0).write(value) };
    }

    pub(crate) fn put_int(self, value: i64) {
        place(self.0, VariantType::INT, value.cast_unsigned(), &value);
    }

    pub(crate) fn put_float(self, value: f64) {
        place(self.0, VariantType::FLOAT, value.to_bits(), &value);
    }

    /// Puts an array of `count` values, and gives the slots of these.
    pub(crate) fn put_array(self, count: usize) -> impl ExactSizeIterator<Item = Slot<'a>> {
        let array = CALLS.array.begin(self.0);
        // SAFETY: the array is new, and nobody else holds it while its slot is borrowed.
        let values = if count == 0 { &mut [] } else { unsafe { resized(array, count) } };
        values.iter_mut().map(Slot)
    }

    /// Puts an empty dictionary, and gives it to be filled.
    pub(crate) fn put_dictionary(self) -> Entries<'a> {
        Entries { dictionary: CALLS.dictionary.begin(self.0), slot: PhantomData }
    }
}

/// A dictionary that is being filled: one in a slot, which nobody else holds.
pub(crate) struct Entries<'a> {
    dictionary: sys::GDExtensionTypePtr,
    slot: PhantomData<Slot<'a>>,
}

impl Entries<'_> {
    /// The slot of `key`, which must be new. A value that was there would leak.
    pub(crate) fn slot(&mut self, key: &Variant) -> Slot<'_> {
        // SAFETY: the dictionary stays where it is while its slot is borrowed, and this while its value is.
        unsafe { slot_of(self.dictionary, key) }
    }
}

/// Adds `key`, which must be new, to a dictionary that nobody else holds. A key that was there would leak its value.
pub(crate) fn add(dictionary: &mut VarDictionary, key: &Variant, value: Variant) {
    // SAFETY: the dictionary is valid, and stays while it is borrowed.
    unsafe { slot_of(dictionary.sys_mut(), key) }.put(value);
}

/// # Safety
///
/// The dictionary is valid and does not change while the slot is there.
unsafe fn slot_of<'a>(dictionary: sys::GDExtensionTypePtr, key: &Variant) -> Slot<'a> {
    // SAFETY: the key is valid as well. Godot gives the place of its value, made with nil where there was none.
    Slot(unsafe { &mut *sys::interface_fn!(dictionary_operator_index)(dictionary, key.var_sys()).cast() })
}

/// Makes an array `count` values long, and gives these. Nothing where the engine has no memory for them.
///
/// # Safety
///
/// The array is empty, nobody else holds it, and it lives as long as the values are borrowed. `count` is not 0.
unsafe fn resized<'a>(array: sys::GDExtensionTypePtr, count: usize) -> &'a mut [Variant] {
    let size = count as i64;
    let mut outcome = 0_i64;
    let arguments: [sys::GDExtensionConstTypePtr; 1] = [(&raw const size).cast()];
    // SAFETY: the hash names this signature: one integer in, an error code out.
    unsafe { (CALLS.resize)(array, arguments.as_ptr(), (&raw mut outcome).cast(), 1) };
    if outcome != 0 {
        return &mut [];
    }
    // SAFETY: the array has a first value, and the others, nil as well, beside it; they stay as nothing resizes it again.
    unsafe { slice::from_raw_parts_mut(sys::interface_fn!(array_operator_index)(array, 0).cast(), count) }
}

/// What the bindings do not offer: an array or a dictionary made inside a variant, and an array's size without a value
/// set for each place.
struct Calls {
    array: Container,
    dictionary: Container,
    resize: unsafe extern "C" fn(
        sys::GDExtensionTypePtr,
        *const sys::GDExtensionConstTypePtr,
        sys::GDExtensionTypePtr,
        i32,
    ),
}

static CALLS: LazyLock<Calls> = LazyLock::new(|| {
    let name = StringName::from("resize");
    // SAFETY: asking is sound for any type and name; the name lives through the call.
    let resize = unsafe {
        sys::interface_fn!(variant_get_ptr_builtin_method)(
            VariantType::ARRAY.sys(),
            name.string_sys(),
            RESIZE_HASH,
        )
    };
    Calls {
        array: Container::new(VariantType::ARRAY, || VarArray::new().to_variant()),
        dictionary: Container::new(VariantType::DICTIONARY, || VarDictionary::new().to_variant()),
        resize: resize.expect("Godot keeps its methods"),
    }
});

/// The type of an array or a dictionary.
struct Container {
    kind: VariantType,
    /// An empty one.
    empty: fn() -> Variant,
    /// Makes an empty one in its place.
    construct:
        unsafe extern "C" fn(sys::GDExtensionUninitializedTypePtr, *const sys::GDExtensionConstTypePtr),
    /// Its address inside a variant.
    address: unsafe extern "C" fn(sys::GDExtensionVariantPtr) -> *mut c_void,
}

impl Container {
    fn new(kind: VariantType, empty: fn() -> Variant) -> Self {
        // SAFETY: asking is sound for any type; the first constructor takes nothing.
        let (construct, address) = unsafe {
            (
                sys::interface_fn!(variant_get_ptr_constructor)(kind.sys(), 0),
                sys::interface_fn!(variant_get_ptr_internal_getter)(kind.sys()),
            )
        };
        let (construct, address) = construct.zip(address).expect("Godot has arrays and dictionaries");
        Self { kind, empty, construct, address }
    }

    /// Puts an empty one into a slot, and gives its address, which holds while the slot stays where it is.
    fn begin(&self, slot: &mut Variant) -> sys::GDExtensionTypePtr {
        if !*LAYOUT_IS_KNOWN {
            return self.begin_in_any_layout(slot);
        }
        let parts = std::ptr::from_mut(slot).cast::<Parts>();
        // SAFETY: the slot is a valid place and has this layout; its nil owns nothing that would have to be dropped.
        unsafe {
            let value = &raw mut (*parts).value;
            (self.construct)(value.cast(), std::ptr::null());
            (*parts).kind = self.kind.sys().cast_unsigned();
            value.cast()
        }
    }

    #[cold]
    fn begin_in_any_layout(&self, slot: &mut Variant) -> sys::GDExtensionTypePtr {
        *slot = (self.empty)();
        // SAFETY: the slot holds what the address is asked of.
        unsafe { (self.address)(slot.var_sys_mut()).cast() }
    }
}

/// How Godot lays out a variant of a small type, as [`LAYOUT_IS_KNOWN`] finds out.
#[repr(C)]
struct Parts {
    kind: u32,
    unused: u32,
    value: u64,
}

/// Whether variants of the types that are placed are laid out as [`Parts`]. In a build of Godot where they are not,
/// the bindings convert each value.
static LAYOUT_IS_KNOWN: LazyLock<bool> = LazyLock::new(|| {
    size_of::<*const ()>() == size_of::<u64>()
        && is_laid_out(VariantType::INT, &i64::MIN)
        && is_laid_out(VariantType::FLOAT, &f64::MAX)
        && is_laid_out(VariantType::ARRAY, &VarArray::new())
        && is_laid_out(VariantType::DICTIONARY, &VarDictionary::new())
});

fn is_laid_out<T: GodotFfi + ToGodot>(kind: VariantType, value: &T) -> bool {
    let variant = value.to_variant();
    // SAFETY: a variant is larger than its parts, aligned like them, and these are valid whatever their bits are. What
    // `sys` gives is the address of a number, an array or a dictionary, each as large as a `u64` and aligned like one.
    let (parts, value) =
        unsafe { (&*(&raw const variant).cast::<Parts>(), value.sys().cast::<u64>().read()) };
    parts.kind == kind.sys().cast_unsigned() && parts.value == value
}

/// Puts a number, given with its bits, into a slot.
fn place<T: ToGodot>(slot: &mut Variant, kind: VariantType, bits: u64, value: &T) {
    let slot = std::ptr::from_mut(slot);
    // SAFETY: the slot is a valid place and, if that is known, has this layout; its nil owns nothing that would have to
    // be dropped.
    unsafe {
        if *LAYOUT_IS_KNOWN {
            slot.cast::<Parts>().write(Parts { kind: kind.sys().cast_unsigned(), unused: 0, value: bits });
        } else {
            slot.write(value.to_variant());
        }
    }
}
