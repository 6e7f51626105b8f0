"""The socket at which the service listens."""

import socket
from contextlib import closing

from oathbook.api.server import bind_address


def test_an_answer_in_two_parts_does_not_wait_for_the_client() -> None:
    """What the socket accepts takes the option over; a plain socket is the control."""
    with closing(bind_address("127.0.0.1", 0)) as listening, closing(socket.create_server(("127.0.0.1", 0))) as plain:
        assert [_delays(listening), _delays(plain)] == [False, True]


def _delays(listening: socket.socket) -> bool:
    """Whether small parts of what is sent wait for those before them."""
    with closing(socket.create_connection(listening.getsockname())):
        accepted, _ = listening.accept()
        with closing(accepted):
            return not accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
