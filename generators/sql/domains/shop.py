"""A shop: who buys what, in which orders, from which suppliers, and what is said of it."""

from __future__ import annotations

from .parts import Domain, Entity, Link, category, date, flag, money, real, text, whole

_GOODS = (
    (
        "Folding",
        "Round",
        "Tall",
        "Mini",
        "Soft",
        "Heavy",
        "Bright",
        "Plain",
        "Travel",
        "Garden",
        "Quiet",
        "Double",
    ),
    ("Oak", "Steel", "Linen", "Copper", "Bamboo", "Glass", "Wool", "Cork", "Clay", "Walnut", "Tin", "Felt"),
    (
        "Lamp",
        "Chair",
        "Kettle",
        "Basket",
        "Clock",
        "Mirror",
        "Blanket",
        "Stool",
        "Bowl",
        "Shelf",
        "Frame",
        "Tray",
    ),
)

DOMAIN = Domain(
    "shop",
    (
        Entity(
            "supplier",
            ("supplier/suppliers", "vendor/vendors", "maker/makers"),
            (
                text("name", "company_name", form="company"),
                category(
                    "country",
                    pool="Norland,Vestria,Oberon,Kaldia,Tamara,Lusania,Bruneck,Ostrava,Selvia,Morania",
                ),
                real("rating", "score", low=1, high=5, nullable=0.6, optional=0.3),
                date(
                    "partner_since:date of the first contract",
                    "first_contract_date",
                    low=-6,
                    high=0,
                    nullable=0.4,
                    optional=0.4,
                ),
            ),
            optional=True,
        ),
        Entity(
            "product",
            ("product/products", "article/articles"),
            (
                text("name", "product_name", "title", form=_GOODS),
                category(
                    "category",
                    "department",
                    "section",
                    pool="kitchen,garden,office,toys,bath,lighting,textiles,"
                    "storage,travel,sports,music,pets,tools,books",
                ),
                money("price", "unit_price", "list_price", low=2, high=180),
                whole(
                    "stock:number in stock",
                    "units_in_stock:number of units in stock",
                    "in_stock:number in stock",
                    low=0,
                    high=250,
                    nullable=0.3,
                ),
                real("weight", "weight_kg:weight", low=0.25, high=40, nullable=0.7, optional=0.4, note="in kg"),
                flag(
                    ("discontinued", "that are discontinued", "that are not discontinued"),
                    ("fragile", "that are fragile", "that are not fragile"),
                    ("seasonal", "that are seasonal", "that are not seasonal"),
                    optional=0.2,
                ),
            ),
            (Link("supplier", "{plural} of {}", nullable=0.6),),
        ),
        Entity(
            "customer",
            ("customer/customers", "client/clients", "buyer/buyers"),
            (
                text("name", "full_name", "customer_name:name", form="person"),
                text("city", "town", "home_town", form="place", nullable=0.4),
                text("email", "email_address", form="email", nullable=0.8, optional=0.5),
                category(
                    "membership",
                    "loyalty_tier",
                    "customer_status",
                    pool="bronze,silver,gold,platinum,guest,trial,standard,premium",
                    take=(3, 5),
                    nullable=0.3,
                ),
                date("birth_date", "birthday", low=-70, high=-18, nullable=0.5, optional=0.3),
                date(
                    "joined_on:joining date", "signup_date", "registered_on:registration date", low=-4, high=1
                ),
                whole("points", "loyalty_points", low=0, high=900, nullable=0.4, optional=0.3),
            ),
            (
                Link(
                    "customer", "{plural} referred by {}", ("referrer", "recommender"), nullable=1.0, loose=0.1
                ),
            ),
        ),
        Entity(
            "order",
            ("order/orders", "purchase/purchases", "sale/sales"),
            (
                text("code", "reference", "receipt_code", form="code", unique=True),
                date("order_date", "ordered_on:order date", "placed_on:order date"),
                date("shipped_on:shipping date", "ship_date:shipping date", "dispatch_date", nullable=1.0),
                category(
                    "status", "state", pool="open,paid,packed,shipped,delivered,returned,cancelled,on hold"
                ),
                category(
                    "payment",
                    "payment_method",
                    "paid_by:means of payment",
                    pool="card,cash,transfer,voucher,invoice,wallet",
                    take=(3, 5),
                    nullable=0.4,
                    optional=0.3,
                ),
                money("shipping_fee", "delivery_fee", "freight", low=0, high=25, nullable=0.5),
                money("discount", "rebate", low=0, high=40, nullable=0.6, optional=0.4),
                flag(
                    ("is_gift", "that are gifts", "that are not gifts"),
                    ("express", "that were sent by express", "that were not sent by express"),
                    optional=0.3,
                ),
            ),
            (Link("customer", "{plural} of {}", nullable=0.3, loose=0.3),),
        ),
        Entity(
            "line",
            ("order line/order lines", "order item/order items", "line item/line items"),
            (
                text("code", "line_code", "item_code", form="code"),
                whole("quantity", "qty:quantity", "amount", "pieces:number of pieces", low=1, high=12),
                money("price_paid", "sale_price", "item_price", low=2, high=180),
                flag(
                    ("returned", "that were returned", "that were not returned"),
                    ("gift_wrapped", "that were gift-wrapped", "that were not gift-wrapped"),
                    optional=0.4,
                ),
            ),
            (Link("order", "{plural} of {}"), Link("product", "{plural} for {}", loose=0.3)),
        ),
        Entity(
            "review",
            ("review/reviews", "rating/ratings"),
            (
                text("title", "headline", form="title", nullable=0.0),
                whole("stars", "score", "mark", low=1, high=5, nullable=0.4),
                date("posted_on:posting date", "review_date", "written_on:writing date"),
                whole("helpful_votes", "likes:number of likes", low=0, high=60, nullable=0.4),
                flag(("verified", "that are verified", "that are not verified"), nullable=0.4, optional=0.3),
            ),
            (Link("product", "{plural} of {}", loose=0.3), Link("customer", "{plural} by {}", nullable=0.6)),
            optional=True,
        ),
    ),
)
