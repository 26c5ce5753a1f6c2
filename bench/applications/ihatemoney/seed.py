"""Fills I Hate Money with the project “Alpine hut”: five people and sixteen bills."""

import datetime

from ihatemoney.models import Bill, BillType, Person, Project, db
from ihatemoney.run import create_app
from werkzeug.security import generate_password_hash

PEOPLE = ["Anna", "Bruno", "Chloe", "Dario", "Edda"]
BILLS = [
    ("Train tickets", "Anna", 184.5, "ABCDE"),
    ("Groceries in Chur", "Bruno", 96.2, "ABCDE"),
    ("Hut deposit", "Chloe", 250, "ABCDE"),
    ("Firewood", "Dario", 34, "ABCD"),
    ("Cheese and bread", "Anna", 27.4, "ABE"),
    ("Cable car", "Edda", 120, "ABCDE"),
    ("Sledge rental", "Bruno", 60, "BCD"),
    ("Dinner at Sonne", "Chloe", 143.8, "ABCDE"),
    ("Coffee", "Dario", 18.6, "ADE"),
    ("Coffee", "Anna", 12.3, "AB"),
    ("Map of the valley", "Edda", 14.9, "ABCDE"),
    ("Ski passes", "Bruno", 310, "BCDE"),
    ("Lamp oil", "Dario", 9.5, "ABCDE"),
    ("Cake for Edda", "Anna", 32, "ABCD"),
    ("Taxi to the station", "Chloe", 41, "ACE"),
    ("Cleaning", "Edda", 75, "ABCDE"),
]

with create_app().app_context():
    project = Project(
        id="alpine-hut",
        name="Alpine hut",
        password=generate_password_hash("anchor-9"),
        contact_email="anna@hut.example",
        default_currency="XXX",
    )
    db.session.add(project)
    people = {}
    for name in PEOPLE:
        people[name] = Person(name=name, project=project, weight=2 if name == "Edda" else 1)
        db.session.add(people[name])
    db.session.commit()
    for index, (what, payer, amount, owers) in enumerate(BILLS):
        bill = Bill(
            amount=amount,
            date=datetime.date(2026, 2, 1) + datetime.timedelta(days=index),
            external_link="",
            original_currency="XXX",
            owers=[people[name] for name in PEOPLE if name[0] in owers],
            payer_id=people[payer].id,
            project_default_currency="XXX",
            what=what,
            bill_type=BillType.REIMBURSEMENT if what == "Taxi to the station" else BillType.EXPENSE,
        )
        db.session.add(bill)
    db.session.commit()
