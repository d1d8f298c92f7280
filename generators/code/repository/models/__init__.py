"""What the projects' public functions return, written a second time and in another way: one function a domain."""
