"""The service over HTTP: who asks, in what form it is answered, and how it is refused."""
