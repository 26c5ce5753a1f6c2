from stock.models import *; from django.contrib.auth.models import User; import datetime, random
from django.utils import timezone
random.seed(4)
User.objects.create_superuser('admin','admin@example.org','anchor-9')
User.objects.create_user('maria','maria@example.org','x')
S=[Supplier.objects.create(name=n,country=c,email=e) for n,c,e in [('Nordlys AS','NO','post@nordlys.example'),('Feinwerk GmbH','DE','info@feinwerk.example'),('Atelier Brun','FR',''),('Alpenglas','CH','mail@alpenglas.example')]]
T=[Tag.objects.create(name=n) for n in ['fragile','outdoor','sale','handmade']]
names=['Desk lamp','Floor lamp','Wall clock','Kettle','Tea pot','Bread knife','Rain jacket','Hiking boots','Camp stove','Lantern','Wool blanket','Candle holder','Mirror','Picture frame','Vase','Bowl','Cutting board','Salt mill','Pepper mill','Umbrella','Backpack','Water bottle','Tent','Sleeping bag','Compass']
P=[Product.objects.create(name=n,sku='P-%03d'%(100+i),supplier=S[i%4],price=9+i*3.5,stock=(i*7)%40,active=i%6!=5) for i,n in enumerate(names)]
C=['Ida Holm','Tom Reuter','Claire Petit','Jonas Frei','Emma Berg','Tom Reuter']
for i in range(30):
    Order.objects.create(number='A-%d'%(1001+i),customer=C[i%6],product=P[(i*3)%25],quantity=1+i%4,status=['new','paid','sent','void'][i%4],placed=timezone.make_aware(datetime.datetime(2026,10,1,9,0))+datetime.timedelta(days=i))
