//! GodotTrench maps: `.gtm` and `.tdm`.
