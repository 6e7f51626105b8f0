"""The letter: controlled English, read, printed, checked, and brought down to the kernel."""
