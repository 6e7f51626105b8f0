"""The routes of the service, one file for each thing that is asked about."""
