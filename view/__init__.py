"""The viewer: gallery, runs, trajectories and play in a browser, from a small server on this machine."""
