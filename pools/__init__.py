"""Work in other processes that can be killed: on this machine, or on the hosts of a Ray cluster.

A *piece* of work is a function, named by text, and the items that it is called with, one after the other. What crosses
is JSON, never pickle. The function must be pure: an item whose process died is given to another process, so that what
comes of the work does not depend on how many processes there are, where they are and which of them die.
"""
