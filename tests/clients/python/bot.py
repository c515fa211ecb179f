"""Two bots play a whole match against each other.

They call Turnwise through a client that was generated from its OpenAPI document:

    pip install openapi-python-client
    openapi-python-client generate --url http://127.0.0.1:8080/openapi.json
    pip install ./turnwise-client
    python bot.py http://127.0.0.1:8080 data/mail great-zimbabwe
"""

import random
import re
import secrets
import sys
import time
from email import message_from_bytes, policy
from pathlib import Path
from typing import TypeVar
from uuid import uuid4

from turnwise_client import AuthenticatedClient, Client
from turnwise_client.api.accounts import confirm_address, register_account
from turnwise_client.api.matches import get_match, invite_guest, open_match, take_seat
from turnwise_client.api.me import list_invitations, list_turns, make_token
from turnwise_client.api.play import export_match, get_history, list_choices, play_commands
from turnwise_client.api.sessions import sign_in
from turnwise_client.models import (
    Credentials,
    Joining,
    Link,
    NewCommands,
    NewInvitation,
    NewMatch,
    NewToken,
    OfferAnswer,
    Problem,
    Registration,
    Scope,
    Status,
    Visibility,
)

T = TypeVar("T")


def done(answer: T | Problem | None) -> T:
    """What was asked for, or the end of the program with the sentence that says why not."""
    if answer is None or isinstance(answer, Problem):
        sys.exit(f"{answer.code}: {answer.detail}" if answer else "An answer that is not documented.")
    return answer


def link_in_letter(folder: Path, address: str) -> str:
    """The token in the letter to an address. A person would click on its link."""
    for _ in range(100):
        for file in folder.glob("*.eml"):
            letter = message_from_bytes(file.read_bytes(), policy=policy.default)
            body = letter.get_body(("plain",))
            if address in letter["To"] and body is not None:
                if link := re.search(r"/confirm\?token=(\S+)", body.get_content()):
                    return link[1]
        time.sleep(0.1)
    sys.exit(f"No letter to {address} came.")


def sign_up(url: str, mail: Path, handle: str) -> AuthenticatedClient:
    """A new bot account, and a token that is all its script needs from then on."""
    nobody = Client(url)
    address, password = f"{handle}@example.org", secrets.token_urlsafe()
    new = Registration(handle, address, password, bot=True)
    done(register_account.sync(client=nobody, body=new))
    done(confirm_address.sync(client=nobody, body=Link(link_in_letter(mail, address))))
    session = done(sign_in.sync(client=nobody, body=Credentials(handle, password)))
    signed_in = AuthenticatedClient(url, session.access_token)
    wish = NewToken("my script", [Scope.READ, Scope.PLAY])
    return AuthenticatedClient(url, done(make_token.sync(client=signed_in, body=wish)).token)


def value(offer: OfferAnswer) -> tuple[int, int, int]:
    """What a choice brings at once: points first, then how good it looks, then things."""
    if offer.worth is None:
        return 0, 0, 0
    sure = {change.what: change.by or 0 for change in [*offer.worth.cost, *offer.worth.gain]}
    points = sure.pop("points", 0) + sure.pop("VP", 0) - sure.pop("VR", 0)
    return points, sum(fact.rank for fact in offer.worth.facts), sum(sure.values())


def take_turn(bot: AuthenticatedClient, match_id: str) -> None:
    """Plays, mostly what brings most, until it is somebody else's turn."""
    while (choices := done(list_choices.sync(match_id, client=bot))).items:
        # Now and then something else: who thinks like the others goes in circles with them.
        greedy = random.random() < 0.8
        step = max(choices.items, key=value) if greedy else random.choice(choices.items)
        answer = play_commands.sync(
            match_id,
            client=bot,
            body=NewCommands([step.command, *step.then]),
            if_match=f'"{choices.version}"',
            idempotency_key=str(uuid4()),
            prefer="return=minimal",
        )
        if isinstance(answer, Problem) and answer.code == "stale_version":
            continue  # Something happened meanwhile: look again.
        done(answer)


def main(url: str, mail: str, game: str) -> None:
    name = f"py-{secrets.token_hex(3)}"
    host, guest = (sign_up(url, Path(mail), f"{name}-{number}") for number in (1, 2))

    wish = NewMatch(game, 2, "Bots among themselves", visibility=Visibility.PRIVATE)
    match_id = done(open_match.sync(client=host, body=wish)).id
    done(invite_guest.sync(match_id, client=host, body=NewInvitation(handle=f"{name}-2")))
    for invitation in done(list_invitations.sync(client=guest)).items:
        done(take_seat.sync(invitation.match.id, client=guest, body=Joining()))

    while (seen := done(get_match.sync(match_id, client=host))).status == Status.RUNNING:
        for bot in (host, guest):
            for match in done(list_turns.sync(client=bot)).items:
                take_turn(bot, match.id)

    page = done(get_history.sync(match_id, client=guest))
    told = page.items
    while page.next_ is not None:
        page = done(get_history.sync(match_id, client=guest, after=page.next_))
        told += page.items
    assert len(told) == seen.version, f"{len(told)} of {seen.version} events are told"

    ranking = sorted(seen.seats, key=lambda seat: seat.place or 0)
    for seat in ranking:
        print(f"{seat.place}. {seat.handle}: {seat.points}")
    # As it came, byte by byte: it proves itself.
    export = export_match.sync_detailed(match_id, client=guest)
    Path(f"{game}.json").write_bytes(export.content)


if __name__ == "__main__":
    main(*sys.argv[1:])
