"""Figures that others have published about cosignatures and witnesses."""

from typing import Final

DASH: Final = "\N{EM DASH}"

PUBLIC_LOG: Final = "arche2025h1.staging.ct.transparency.dev+ba2f06c0+AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f"
PUBLIC_WITNESSES: Final = (
    "transparency.dev/DEV:witness-little-garden+d8042a87+BCtusOxINQNUTN5Oj8HObRkh2yHf/MwYaGX4CPdiVEPM",
    "witness1.smartit.nu/witness1+a48c820f+BPSFWg9G6KPiO7QPryYO5Xq4oYJJ+kAvLKLSimDhoxMO",
    "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2",
    "witness.stagemole.eu+67f7aea0+BEqSG3yu9YrmcM3BHvQYTxwFj3uSWakQepafafpUqklv",
)
PUBLIC_NOTE: Final = f"""\
arche2025h1.staging.ct.transparency.dev
1432088532
U7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=

{DASH} arche2025h1.staging.ct.transparency.dev zTM8sQAAAZ5W0WdjBAMARjBEAiBjW5IQf9pvsYLfQFX6hoGREPMHbdQ3urbllzalApkptQ\
IgIpwtEroeW2BXaHAI4kJXFbon5Ch9MNL5zRNZ55lvGt0=
{DASH} arche2025h1.staging.ct.transparency.dev ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei5\
9RA23oHP7Ry1k3ZFWwQ=
{DASH} transparency.dev/DEV:witness-little-garden 2AQqhwAAAABqEiEgzgFIqqhbUoDwjMWE6UP8nd8/KYTzwZ2rhIgcqoXHAwVkjZr4Ascy\
lP3v7sEodkRAErumC2q44vdgJY096st5BQ==
{DASH} witness1.smartit.nu/witness1 pIyCDwAAAABqEiEghIp82KWebrw7/oHQwlTAm3g2RKS4+eebl8eO0WH+/iEcxZ75W3u5hNI7TOQtmJbqmN\
WVuE0tgh0XwzdZsDsUAQ==
{DASH} remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0D\
rAWfBw==
{DASH} witness.stagemole.eu Z/euoAAAAABqEiEgw0i+7g2ENfDAWHmtRzCfKTHSDwYDJA2NmKeGi9Y8FtEyOUvVr+AJmIY/2TUFucgKi7lI7cUiOv\
KFYe/TmN9DAg==
"""
"""A checkpoint of a log of certificates, as it was served with the cosignatures of four witnesses of others."""
PUBLIC_TIME: Final = 0x6A122120

SUBMITTED_LOG: Final = "ffdc2d4d98e4124d3feaf788c0c2f9abfd796083d1f0495437f302ec79cf100f"
SUBMITTED_ORIGIN: Final = "sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562"


def _submitted(old: int, hashes: tuple[str, ...], size: int, root: str, signature: str) -> bytes:
    above = "".join(f"{each}\n" for each in (f"old {old}", *hashes))
    return f"{above}\n{SUBMITTED_ORIGIN}\n{size}\n{root}\n\n{DASH} {SUBMITTED_ORIGIN} {signature}\n".encode()


_FIRST: Final = "KgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
_SECOND: Final = "KgEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
_THIRD: Final = "KgIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
_FOURTH: Final = "KgMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
_FIFTH: Final = "KgQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
_OF_ONE: Final = "UgIom7fPZTqpxWWhyjWduBvTvGVqsokMbqTArsQilegKoFBJQjUFAmQ0+YeSPM3wfUQMFSzVnnNuWRTYrajXpNUbIQY="
_OF_THREE: Final = "UgIom2VbtIcdFbwFAy1n7s6IkAxIY6J/GQOTuZF2ORV39d75cbAj2aQYwyJre36kezNobZs4SUUdrcawfAB8WVrx6go="
_FORGED: Final = "UgIom2VbtIcdFbwFAy1n7s6IkAxIY6J/GQOTuZF2ORV39d75cbAj2aQYwyJre36kezNobZs4SUUdrcawfAB8WVrx6gw="
_OF_FIVE: Final = "UgIomw/EOJmWi0i1FQsOj+etB7F8IccFam/jgd6wzRns4QPVmyEZtdvl1U2KEmLOZ/ASRcWJi0tW90dJWAShei7sDww="
_ROOT_OF_THREE: Final = "RcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0="
_ROOT_OF_FIVE: Final = "QrtXrQZCCvpIgsSmOsah7HdICzMLLyDfxToMql9WTjY="
_TO_FIVE: Final = (_THIRD, _FOURTH, "wgiIFdZfYNv6WU1OllBKsWnLYIS/DBMqt8Uh/S4OukE=", _FIFTH)

SUBMITTED: Final = (
    (_submitted(0, (), 1, _FIRST, _OF_ONE), 200),
    (_submitted(1, (_SECOND, _THIRD), 3, _ROOT_OF_THREE, _FORGED), 403),
    (_submitted(1, (), 3, _ROOT_OF_THREE, _OF_THREE), 422),
    (_submitted(1, (_SECOND, "KgIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABA="), 3, _ROOT_OF_THREE, _OF_THREE), 422),
    (_submitted(1, (_SECOND, _THIRD), 3, _ROOT_OF_THREE, _OF_THREE), 200),
    (_submitted(1, (_SECOND, "+fUDV+k970B4I3uKrqJM4aP1lloPZP8mvr2Z4wRw2LI=", _FIFTH), 5, _ROOT_OF_FIVE, _OF_FIVE), 409),
    (_submitted(3, _TO_FIVE, 5, _ROOT_OF_FIVE, _OF_FIVE), 200),
    (_submitted(0, (), 5, _ROOT_OF_FIVE, _OF_FIVE), 409),
)
"""What the tests of another witness send to it one after another, and what it answers each time."""
