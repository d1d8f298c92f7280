"""From rewards to a gradient: advantages, objectives, and the named presets on top of them."""
