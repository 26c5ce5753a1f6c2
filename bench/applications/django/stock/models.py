from django.db import models

class Supplier(models.Model):
    name = models.CharField(max_length=80)
    country = models.CharField(max_length=40, choices=[('DE','Germany'),('FR','France'),('NO','Norway'),('CH','Switzerland')])
    email = models.EmailField(blank=True)
    def __str__(self): return self.name

class Tag(models.Model):
    name = models.CharField(max_length=40)
    def __str__(self): return self.name

class Product(models.Model):
    name = models.CharField(max_length=80)
    sku = models.CharField('SKU', max_length=20, unique=True)
    supplier = models.ForeignKey(Supplier, on_delete=models.CASCADE)
    price = models.DecimalField(max_digits=8, decimal_places=2)
    stock = models.IntegerField(default=0)
    active = models.BooleanField(default=True)
    available_from = models.DateField(null=True, blank=True)
    notes = models.TextField(blank=True)
    tags = models.ManyToManyField(Tag, blank=True)
    def __str__(self): return self.name

class Order(models.Model):
    STATUS = [('new','New'),('paid','Paid'),('sent','Sent'),('void','Cancelled')]
    number = models.CharField(max_length=20)
    customer = models.CharField(max_length=80)
    product = models.ForeignKey(Product, on_delete=models.CASCADE)
    quantity = models.PositiveIntegerField(default=1)
    status = models.CharField(max_length=10, choices=STATUS, default='new')
    placed = models.DateTimeField(null=True, blank=True)
    def __str__(self): return self.number
