"""Repository tasks: small generated projects of several files with faults in them."""
