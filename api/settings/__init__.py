"""The settings of the service, and the files that they name."""
