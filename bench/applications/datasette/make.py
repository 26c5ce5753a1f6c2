"""Writes harbour.db: small tables of owners, boats and visits."""

import os
import sqlite3

PATH = "harbour.db"
if os.path.exists(PATH):
    os.remove(PATH)
db = sqlite3.connect(PATH)
db.executescript(
    """
    create table owners(id integer primary key, name text, country text, email text);
    create table boats(id integer primary key, name text, berth text, length real,
        owner_id integer references owners(id));
    create table visits(id integer primary key, boat_id integer references boats(id), arrived text, nights integer);
    insert into owners values(1, 'Maria Lund', 'Norway', 'maria@harbour.example'),
        (2, 'Tom Reuter', 'Germany', 'tom@harbour.example'), (3, 'Ida Holm', 'Norway', 'ida@harbour.example');
    insert into boats values(1, 'Petrel', 'B', 9.5, 1), (2, 'Gannet', 'A', 14.2, 2), (3, 'Tern', 'B', 7.8, 3),
        (4, 'Fulmar', 'C', 11.0, 1), (5, 'Skua', 'A', 6.4, 2);
    insert into visits values(1, 1, '2026-05-02', 3), (2, 2, '2026-05-04', 1), (3, 4, '2026-06-11', 5);
    """
)
db.commit()
