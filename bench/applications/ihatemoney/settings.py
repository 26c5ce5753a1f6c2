"""Settings of I Hate Money for the benchmark; the environment variable DATABASE is the path of the database file."""

import os

SQLALCHEMY_DATABASE_URI = "sqlite:///" + os.environ["DATABASE"]
SECRET_KEY = "harbour"
SESSION_COOKIE_SECURE = False
ACTIVATE_DEMO_PROJECT = False
WTF_CSRF_TIME_LIMIT = None
