"""Writes a database of bookmarks: `python seed.py <file>`."""

import sys

import buku

BOOKMARKS = [
    ("https://tides.example/today", "Tide table", "tides,daily", "High and low water for the harbour"),
    ("https://weather.example/coast", "Coastal weather", "weather,daily", "Wind and waves for three days"),
    ("https://knots.example/bowline", "How to tie a bowline", "knots,howto", "Step by step with pictures"),
    ("https://knots.example/cleat", "How to tie a cleat hitch", "knots,howto", "For mooring lines"),
    ("https://charts.example/north", "Chart of the north bay", "charts", "Depths in metres"),
    ("https://charts.example/south", "Chart of the south bay", "charts", "Depths in metres"),
    ("https://shop.example/ropes", "Rope shop", "shop,ropes", "Delivers within two days"),
    ("https://shop.example/paint", "Boat paint", "shop,paint", "Antifouling and varnish"),
    ("https://recipes.example/fish-soup", "Fish soup", "recipes", "For six people"),
    ("https://recipes.example/bread", "Ship's bread", "recipes,bread", "Keeps for a week"),
    ("https://news.example/harbour", "Harbour news", "news,daily", ""),
    ("https://radio.example/channels", "VHF channels", "radio,safety", "Channel 16 for distress"),
    ("https://rescue.example/numbers", "Rescue numbers", "safety", "Telephone numbers of the coast guard"),
    ("https://museum.example/ships", "Ship museum", "trips", "Closed on Mondays"),
]

db = buku.BukuDb(dbfile=sys.argv[1])
for url, title, tags, text in BOOKMARKS:
    db.add_rec(url, title, buku.parse_tags([tags]), text, fetch=False)
db.close()
