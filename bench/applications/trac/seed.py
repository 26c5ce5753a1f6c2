"""Fills a Trac environment with milestones, components, tickets and wiki pages: `python seed.py <environment>`."""

import datetime
import sys

from trac.env import open_environment
from trac.ticket.model import Component, Milestone, Ticket, Version
from trac.util.datefmt import utc
from trac.wiki.model import WikiPage

env = open_environment(sys.argv[1])
for name in ("component1", "component2"):
    Component(env, name).delete()
for name in ("milestone1", "milestone2", "milestone3", "milestone4"):
    Milestone(env, name).delete()
for name in ("1.0", "2.0"):
    Version(env, name).delete()
for name, owner in (("Lights", "ida"), ("Moorings", "tom"), ("Crane", "maria"), ("Office", "")):
    component = Component(env)
    component.name = name
    component.owner = owner
    component.insert()
for name, due in (("Spring opening", (2027, 4, 1)), ("Regatta", (2027, 7, 10)), ("Winter storage", (2027, 10, 15))):
    milestone = Milestone(env)
    milestone.name = name
    milestone.due = datetime.datetime(*due, tzinfo=utc)
    milestone.description = "Everything for: %s" % name
    milestone.insert()
TICKETS = [
    ("Lamp at pier 4 flickers", "defect", "major", "Lights", "Spring opening", "ida", "new", "jonas", "night"),
    ("Replace ropes at berth B-7", "task", "minor", "Moorings", "Spring opening", "tom", "new", "maria", ""),
    ("Crane hook is bent", "defect", "critical", "Crane", "Spring opening", "maria", "accepted", "tom", "safety"),
    ("Price list for guests", "task", "minor", "Office", "", "maria", "new", "ida", ""),
    ("Numbers on the buoys", "enhancement", "trivial", "Moorings", "Regatta", "tom", "new", "claire", ""),
    ("Loudspeaker for the start line", "enhancement", "major", "Office", "Regatta", "ida", "assigned", "claire", ""),
    ("Lamp at pier 2 is dark", "defect", "major", "Lights", "Regatta", "ida", "new", "jonas", "night"),
    ("Tarpaulin order", "task", "minor", "Office", "Winter storage", "maria", "new", "tom", ""),
    ("Crane log book is missing", "defect", "minor", "Crane", "Winter storage", "maria", "new", "ida", ""),
    ("Gate code does not work", "defect", "blocker", "Office", "", "maria", "new", "claire", "safety"),
]
for index, (summary, kind, priority, component, milestone, owner, status, reporter, keywords) in enumerate(TICKETS):
    ticket = Ticket(env)
    ticket["summary"] = summary
    ticket["type"] = kind
    ticket["priority"] = priority
    ticket["component"] = component
    ticket["milestone"] = milestone
    ticket["owner"] = owner
    ticket["status"] = status
    ticket["reporter"] = reporter
    ticket["keywords"] = keywords
    ticket["description"] = "Reported by %s." % reporter
    ticket.insert(when=datetime.datetime(2026, 11, 1 + index, 9, 0, tzinfo=utc))
PAGES = {
    "HarbourRules": "= Harbour rules =\n\n * Keep below 3 knots.\n * No fires on the piers.\n * Quiet hours are from 22:00 to 7:00.\n",
    "CraneManual": "= Crane manual =\n\nThe crane lifts 12 tonnes. Ask Maria for the key.\n\n== Before lifting ==\n\nCheck the hook.\n",
    "ContactList": "= Contact list =\n\n||= Name =||= Phone =||\n|| Maria || 4711 ||\n|| Tom || 4722 ||\n|| Ida || 4733 ||\n",
}
for name, text in PAGES.items():
    page = WikiPage(env, name)
    page.text = text
    page.save("maria", "first version", datetime.datetime(2026, 11, 2, 9, 0, tzinfo=utc))
env.shutdown()
