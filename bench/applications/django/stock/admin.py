from django.contrib import admin
from .models import *
@admin.register(Supplier)
class SupplierAdmin(admin.ModelAdmin):
    list_display=('name','country','email'); list_filter=('country',); search_fields=('name',)
@admin.register(Product)
class ProductAdmin(admin.ModelAdmin):
    list_display=('name','sku','supplier','price','stock','active'); list_filter=('active','supplier'); search_fields=('name','sku'); list_per_page=20
@admin.register(Order)
class OrderAdmin(admin.ModelAdmin):
    list_display=('number','customer','product','quantity','status','placed'); list_filter=('status',); search_fields=('number','customer'); date_hierarchy='placed'
admin.site.register(Tag)
