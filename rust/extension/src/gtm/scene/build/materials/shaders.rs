//! Mapwright's shaders, put together from their parts.

use godot::classes::Shader;
use godot::prelude::*;
use std::collections::HashMap;
use std::fmt::Write;

const DETILE: &str = include_str!("shaders/detile.gdshaderinc");
const BLEND: &str = include_str!("shaders/blend.gdshader");
const DECAL: &str = include_str!("shaders/decal.gdshader");
const TERRAIN_HEAD: &str = include_str!("shaders/terrain_head.gdshaderinc");
const TERRAIN_LAYER: &str = include_str!("shaders/terrain_layer.gdshaderinc");
const TERRAIN: &str = include_str!("shaders/terrain.gdshader");

const DECAL_MODE: &str = "render_mode blend_mix, depth_draw_never, cull_disabled;";

/// The images that a terrain's layer has besides its albedo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a part of the shader that is there or not")]
pub(crate) struct LayerImages {
    pub(crate) is_nearest: bool,
    pub(crate) has_normal: bool,
    pub(crate) has_surface: bool,
    pub(crate) has_emission: bool,
}

/// The shaders of a build, each made once.
#[derive(Default)]
pub(crate) struct Shaders {
    made: HashMap<String, Gd<Shader>>,
}

impl Shaders {
    pub(crate) fn blend(&mut self) -> Gd<Shader> {
        self.shader(format!("shader_type spatial;\n{DETILE}\n{BLEND}"))
    }

    pub(crate) fn decal(&mut self, is_nearest: bool) -> Gd<Shader> {
        let filter = filter(is_nearest);
        self.shader(format!("shader_type spatial;\n{DECAL_MODE}\n#define ALBEDO_FILTER {filter}\n{DECAL}"))
    }

    pub(crate) fn terrain(&mut self, layers: &[LayerImages]) -> Gd<Shader> {
        let mut code =
            format!("shader_type spatial;\n#define LAYERS {}\n{DETILE}\n{TERRAIN_HEAD}\n", layers.len());
        for (number, layer) in layers.iter().enumerate() {
            let mut define = |name: &str, value: &str| {
                // Writing into a string cannot fail.
                let _ = writeln!(code, "#define LAYER_{number}_{name} {value}");
            };
            define("FILTER", filter(layer.is_nearest));
            for (is_there, name) in [
                (layer.has_normal, "NORMAL"),
                (layer.has_surface, "SURFACE"),
                (layer.has_emission, "EMISSION"),
            ] {
                if is_there {
                    define(name, "");
                }
            }
            code.push_str(&numbered(number));
        }
        code.push_str(TERRAIN);
        self.shader(code)
    }

    fn shader(&mut self, code: String) -> Gd<Shader> {
        let make = || {
            let mut shader = Shader::new_gd();
            shader.set_code(&code);
            shader
        };
        if let Some(shader) = self.made.get(&code) {
            return shader.clone();
        }
        let shader = make();
        self.made.insert(code, shader.clone());
        shader
    }
}

/// The layer's part with its number in all names. Lines that begin with the sign are the preprocessor's.
fn numbered(number: usize) -> String {
    let digit = number.to_string();
    let line = |line: &str| match line.strip_prefix('#') {
        Some(directive) => format!("#{}\n", directive.replace('#', &digit)),
        None => format!("{}\n", line.replace('#', &digit)),
    };
    TERRAIN_LAYER.lines().map(line).collect()
}

const fn filter(is_nearest: bool) -> &'static str {
    if is_nearest { "filter_nearest_mipmap" } else { "filter_linear_mipmap_anisotropic" }
}
