"""Writes fleet.db for the `lines` benchmark: a harbour's boats, owners and visits."""

import sqlite3

db = sqlite3.connect("fleet.db")
db.executescript(
    """
    create table owners(id integer primary key, name text, country text, email text, member integer);
    create table boats(id integer primary key, name text, kind text, berth text, length real, built integer,
        owner_id integer references owners(id));
    create table visits(id integer primary key, boat_id integer references boats(id), arrived text, nights integer,
        fee real);
    """
)
OWNERS = [
    ("Maria Lund", "Norway", 1),
    ("Tom Reuter", "Germany", 1),
    ("Ida Holm", "Norway", 0),
    ("Claire Petit", "France", 1),
    ("Jonas Frei", "Switzerland", 0),
    ("Emma Berg", "Sweden", 1),
    ("Tom Reid", "Scotland", 0),
]
for name, country, member in OWNERS:
    email = name.lower().replace(" ", ".") + "@fleet.example"
    db.execute("insert into owners(name, country, email, member) values(?, ?, ?, ?)", (name, country, email, member))
NAMES = (
    "Petrel Gannet Tern Fulmar Skua Heron Curlew Dunlin Eider Godwit Kestrel Lapwing Merlin Osprey Plover Puffin "
    "Redshank Shearwater Siskin Snipe Swift Teal Whimbrel Wigeon"
).split()
KINDS = ["sloop", "motorboat", "ketch", "dinghy"]
for i, name in enumerate(NAMES):
    db.execute(
        "insert into boats(name, kind, berth, length, built, owner_id) values(?, ?, ?, ?, ?, ?)",
        (name, KINDS[i % 4], "ABC"[i % 3] + str(1 + i % 5), 5.5 + (i * 37 % 90) / 10, 1978 + (i * 11) % 44, 1 + i % 7),
    )
for i in range(120):
    db.execute(
        "insert into visits(boat_id, arrived, nights, fee) values(?, ?, ?, ?)",
        (1 + (i * 5) % 24, "2026-%02d-%02d" % (4 + i // 30, 1 + i % 28), 1 + (i * 3) % 6, 12.5 * (1 + (i * 3) % 6)),
    )
db.commit()
