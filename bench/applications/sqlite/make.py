"""Writes music.db: artists, albums and customers."""

import sqlite3

db = sqlite3.connect('music.db')
db.executescript('''
create table artist(id integer primary key, name text not null, country text, founded integer);
create table album(id integer primary key, title text not null, artist_id integer references artist(id), year integer, price real);
create table customer(id integer primary key, name text, email text, city text);
''')
artists = [('Lumen Choir','Norway',1998),('The Tin Foxes','Ireland',2004),('Marta Quell','Spain',2011),('Oak & Ember','Canada',2015),('Silent Harbour','Iceland',1987)]
db.executemany('insert into artist(name,country,founded) values(?,?,?)',artists)
db.executemany('insert into album(title,artist_id,year,price) values(?,?,?,?)',[(f'{first} {second}',i%5+1,1990+i,7.5+i) for i,(first,second) in enumerate([(first,second) for first in ('North','Paper','Winter','Golden') for second in ('Light','Road','Songs')])])
db.executemany('insert into customer(name,email,city) values(?,?,?)',[('Ida Holm','ida@example.org','Bergen'),('Tom Reuter','tom@example.org','Kiel'),('Claire Petit','claire@example.org','Lyon')])
db.commit()
