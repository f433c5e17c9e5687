"""One request for every endpoint of a server."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from msgspec import Struct

from network import Net, played_out


class Request(Struct):
    """A request to try: what it asks for is different each time."""

    path: str
    body: object = None
    cookie: str = ""


async def make_requests(up: Net) -> dict[str, Callable[[], Request]]:
    """One request for every endpoint, at a table that has been played and in a circle with matches."""
    made, paul = await up.table(fill="sensible", game="classic", seats=4)
    async with up.socket(made["table"], paul) as talk:
        await talk.do("start", "s")
        await played_out(talk)
    table = f"/api/tables/{made['table']}"
    record = (await up.ask("GET", f"{table}/record", cookie=paul)).body
    circle = (await up.ask("POST", "/api/circles", {"name": "Paul", "circle": "Us"}, cookie=paul)).data
    here, numbers = f"/api/circles/{circle['circle']}", count()
    join = {"name": "Tessa", "key": made["key"]}
    new = {"name": "Paul", "settings": {"game": "classic", "seats": 4}, "fill": "sensible"}
    enter = {"name": "Tessa", "key": circle["key"]}
    device = {"endpoint": "https://push.example/x", "key": "x", "secret": "x", "language": "de"}
    return {
        "catalogue_games": lambda: Request("/api/games"),
        "catalogue_texts": lambda: Request("/api/texts/de"),
        "announcement_get": lambda: Request("/api/announcement"),
        "monitoring_health": lambda: Request("/health"),
        "monitoring_ready": lambda: Request("/ready"),
        "monitoring_metrics": lambda: Request("/metrics"),
        "qr_draw": lambda: Request(f"/api/qr?link={up.base}/t/{next(numbers):0>200}"),
        "tables_open_tables": lambda: Request("/api/tables"),
        "tables_create": lambda: Request("/api/tables", new),
        "tables_look": lambda: Request(f"{table}?key={made['key']}"),
        "tables_join": lambda: Request(f"{table}/join", join),
        "tables_record": lambda: Request(f"{table}/record", cookie=paul),
        "tables_you": lambda: Request("/api/me", cookie=paul),
        "tables_own_tables": lambda: Request("/api/me/tables", cookie=paul),
        "tables_history": lambda: Request("/api/history", cookie=paul),
        "tables_statistics": lambda: Request("/api/statistics", cookie=paul),
        "replays_of_table": lambda: Request(f"{table}/replay?from=open", cookie=paul),
        "replays_of_record": lambda: Request("/api/records/replay?from=open", record),
        "records_check": lambda: Request("/api/records/verify", record),
        "records_import": lambda: Request("/api/records", {"record": record.decode(), "name": "Paul"}, paul),
        "reviews_of_table": lambda: Request(f"{table}/review", cookie=paul),
        "lessons_learn": lambda: Request("/api/lessons/classic", {"name": "Paul"}),
        "circles_found": lambda: Request("/api/circles", {"name": "Paul", "circle": "Us"}),
        "circles_view": lambda: Request(here, cookie=paul),
        "circles_matches": lambda: Request(f"{here}/matches?before=1", cookie=paul),
        "circles_rename": lambda: Request(f"{here}/name", {"name": f"Us {next(numbers)}"}, paul),
        "circles_keep_rules": lambda: Request(f"{here}/rules", {"game": "classic", "rules": {"seats": 4}}, paul),
        "circles_name_rules": lambda: Request(f"{here}/rules/name", {"name": f"Ours {next(numbers)}"}, paul),
        "circles_enter": lambda: Request(f"{here}/join", enter),
        "circles_own": lambda: Request("/api/me/circles", cookie=paul),
        "daily_view": lambda: Request("/api/daily", cookie=paul),
        "daily_play": lambda: Request("/api/daily", {"name": "Paul"}),
        "daily_circle": lambda: Request(f"{here}/daily", cookie=paul),
        "push_key": lambda: Request("/api/push"),
        "push_add": lambda: Request("/api/push", device, paul),
        "push_remove": lambda: Request("/api/push", {"endpoint": device["endpoint"]}, paul),
        "transfers_make": lambda: Request("/api/me/transfer", cookie=paul),
        "transfers_revoke": lambda: Request("/api/me/transfer", cookie=paul),
        "transfers_use": lambda: Request("/api/transfer", {"word": f"{next(numbers)}"}),
        # what ends something can be tried only once with an answer; after that it is refused
        "tables_let_go": lambda: Request(f"/api/me/tables/{made['table']}", cookie=paul),
        "circles_leave": lambda: Request(f"/api/me/circles/{circle['circle']}", cookie=paul),
        "transfers_sign_out": lambda: Request("/api/me/renew", cookie=paul),
        "tables_forget": lambda: Request("/api/me", cookie=paul),
    }
