"""The ways in: command line, HTTP and pages."""
