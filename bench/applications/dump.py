"""Prints tables of an SQLite database as JSON: `python dump.py <file> <queries>`.

The queries are a JSON object: table name to SQL. The first column of each result is the key. Without queries, prints
all tables with their row ids as keys, and the statements that created them as the table `schema`.
"""

import json
import sqlite3
import sys

db = sqlite3.connect("file:%s?mode=ro" % sys.argv[1], uri=True)
db.row_factory = sqlite3.Row
queries = json.loads(sys.argv[2])
if not queries:
    queries = {"schema": "select name as key, sql from sqlite_master where name not like 'sqlite_%'"}
    for (name,) in db.execute("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'"):
        queries[name] = 'select rowid as "key", * from "%s"' % name.replace('"', '""')
data = {}
for table, sql in queries.items():
    rows = {}
    for row in db.execute(sql):
        names = row.keys()
        rows[str(row[0])] = {name: row[index] for index, name in enumerate(names) if name != "key"}
    data[table] = rows
json.dump(data, sys.stdout)
