"""The description of the service: one document of OpenAPI, out of which clients are generated."""
