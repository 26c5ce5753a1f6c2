"""Settings of I Hate Money for the benchmark; DATABASE names the file of the database."""

import os

SQLALCHEMY_DATABASE_URI = "sqlite:///" + os.environ["DATABASE"]
SECRET_KEY = "harbour"
SESSION_COOKIE_SECURE = False
ACTIVATE_DEMO_PROJECT = False
WTF_CSRF_TIME_LIMIT = None
