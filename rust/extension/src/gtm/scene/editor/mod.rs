//! The editor's part: the importer of maps, and what makes it import them again.

mod dependencies;
mod importer;
mod last_import;
mod missing;
mod plugin;
mod prefab_users;
mod problems_told;
mod reimports;
mod settings_keeper;
mod stamps;
