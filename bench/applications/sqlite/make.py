import sqlite3
c=sqlite3.connect('music.db')
c.executescript('''
create table artist(id integer primary key, name text not null, country text, founded integer);
create table album(id integer primary key, title text not null, artist_id integer references artist(id), year integer, price real);
create table customer(id integer primary key, name text, email text, city text);
''')
A=[('Lumen Choir','Norway',1998),('The Tin Foxes','Ireland',2004),('Marta Quell','Spain',2011),('Oak & Ember','Canada',2015),('Silent Harbour','Iceland',1987)]
c.executemany('insert into artist(name,country,founded) values(?,?,?)',A)
c.executemany('insert into album(title,artist_id,year,price) values(?,?,?,?)',[(f'{w} {n}',i%5+1,1990+i,7.5+i) for i,(w,n) in enumerate([(a,b) for a in ('North','Paper','Winter','Golden') for b in ('Light','Road','Songs')])])
c.executemany('insert into customer(name,email,city) values(?,?,?)',[('Ida Holm','ida@example.org','Bergen'),('Tom Reuter','tom@example.org','Kiel'),('Claire Petit','claire@example.org','Lyon')])
c.commit()
