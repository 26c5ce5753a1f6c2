"""Fills the app stock with users, suppliers, tags, products and orders."""

import datetime
import random

from django.contrib.auth.models import User
from django.utils import timezone
from stock.models import *

random.seed(4)
User.objects.create_superuser('admin','admin@example.org','anchor-9')
User.objects.create_user('maria','maria@example.org','x')
suppliers = [Supplier.objects.create(name=n,country=c,email=e) for n,c,e in [('Nordlys AS','NO','post@nordlys.example'),('Feinwerk GmbH','DE','info@feinwerk.example'),('Atelier Brun','FR',''),('Alpenglas','CH','mail@alpenglas.example')]]
tags = [Tag.objects.create(name=n) for n in ['fragile','outdoor','sale','handmade']]
names = ['Desk lamp','Floor lamp','Wall clock','Kettle','Tea pot','Bread knife','Rain jacket','Hiking boots','Camp stove','Lantern','Wool blanket','Candle holder','Mirror','Picture frame','Vase','Bowl','Cutting board','Salt mill','Pepper mill','Umbrella','Backpack','Water bottle','Tent','Sleeping bag','Compass']
products = [Product.objects.create(name=n,sku='P-%03d'%(100+i),supplier=suppliers[i%4],price=9+i*3.5,stock=(i*7)%40,active=i%6!=5) for i,n in enumerate(names)]
customers = ['Ida Holm','Tom Reuter','Claire Petit','Jonas Frei','Emma Berg','Tom Reuter']
for i in range(30):
    Order.objects.create(number='A-%d'%(1001+i),customer=customers[i%6],product=products[(i*3)%25],quantity=1+i%4,status=['new','paid','sent','void'][i%4],placed=timezone.make_aware(datetime.datetime(2026,10,1,9,0))+datetime.timedelta(days=i))
