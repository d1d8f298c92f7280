"""Hardware modules to be written in Verilog: combinational ones and small state machines."""
