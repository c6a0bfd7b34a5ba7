//! The models that the sample maps scatter, as scenes of a few plain meshes.

use std::fs;
use std::io;
use std::path::Path;

/// A mesh of a model: its class and properties, its color, where it is.
struct Part {
    name: &'static str,
    mesh: &'static str,
    color: [f32; 3],
    height: f32,
}

/// Writes the models into `folder`.
pub(super) fn write(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (name, parts) in [("fir", &fir()[..]), ("oak", &oak()), ("grass", &grass()), ("barrel", &barrel())] {
        fs::write(folder.join(format!("{name}.tscn")), scene(name, parts))?;
    }
    Ok(())
}

fn fir() -> [Part; 3] {
    const GREEN: [f32; 3] = [0.09, 0.22, 0.12];
    [
        trunk("type=\"CylinderMesh\"]\ntop_radius = 0.1\nbottom_radius = 0.16\nheight = 1.2", 0.6),
        Part {
            name: "lower",
            mesh: "type=\"CylinderMesh\"]\ntop_radius = 0.0\nbottom_radius = 1.3\nheight = 2.6",
            color: GREEN,
            height: 2.2,
        },
        Part {
            name: "upper",
            mesh: "type=\"CylinderMesh\"]\ntop_radius = 0.0\nbottom_radius = 0.9\nheight = 2.2",
            color: GREEN,
            height: 3.7,
        },
    ]
}

fn oak() -> [Part; 3] {
    [
        trunk("type=\"CylinderMesh\"]\ntop_radius = 0.16\nbottom_radius = 0.26\nheight = 1.8", 0.9),
        Part {
            name: "crown",
            mesh: "type=\"SphereMesh\"]\nradius = 1.5\nheight = 2.4",
            color: [0.20, 0.33, 0.11],
            height: 2.7,
        },
        Part {
            name: "top",
            mesh: "type=\"SphereMesh\"]\nradius = 1.0\nheight = 1.6",
            color: [0.24, 0.38, 0.14],
            height: 3.7,
        },
    ]
}

fn trunk(mesh: &'static str, height: f32) -> Part {
    Part { name: "trunk", mesh, color: [0.28, 0.19, 0.12], height }
}

fn grass() -> [Part; 1] {
    [Part {
        name: "blades",
        mesh: "type=\"PrismMesh\"]\nsize = Vector3(0.12, 0.4, 0.12)",
        color: [0.30, 0.42, 0.15],
        height: 0.2,
    }]
}

fn barrel() -> [Part; 2] {
    [
        Part {
            name: "staves",
            mesh: "type=\"CylinderMesh\"]\ntop_radius = 0.34\nbottom_radius = 0.34\nheight = 1.0",
            color: [0.42, 0.27, 0.15],
            height: 0.5,
        },
        Part {
            name: "hoop",
            mesh: "type=\"CylinderMesh\"]\ntop_radius = 0.37\nbottom_radius = 0.37\nheight = 0.12",
            color: [0.20, 0.20, 0.22],
            height: 0.5,
        },
    ]
}

/// A scene in Godot's text form.
fn scene(name: &str, parts: &[Part]) -> String {
    let resources = parts.iter().map(resources);
    let nodes = parts.iter().map(node);
    let root = format!("\n[node name=\"{name}\" type=\"Node3D\"]\n");
    let head = "[gd_scene format=3]\n".to_owned();
    [head].into_iter().chain(resources).chain([root]).chain(nodes).collect()
}

/// A part's material and mesh.
fn resources(Part { name, mesh, color: [r, g, b], .. }: &Part) -> String {
    let is_round = mesh.contains("Cylinder") || mesh.contains("Sphere");
    let segments = if is_round { "radial_segments = 10\nrings = 4\n" } else { "" };
    let mesh = mesh.replacen(']', &format!(" id=\"{name}\"]"), 1);
    format!(
        "\n[sub_resource type=\"StandardMaterial3D\" id=\"{name}_material\"]\nalbedo_color = Color({r}, {g}, {b}, 1)\n\
         \n[sub_resource {mesh}\n{segments}material = SubResource(\"{name}_material\")\n"
    )
}

fn node(Part { name, height, .. }: &Part) -> String {
    format!(
        "\n[node name=\"{name}\" type=\"MeshInstance3D\" parent=\".\"]\n\
         transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, {height}, 0)\nmesh = SubResource(\"{name}\")\n"
    )
}
