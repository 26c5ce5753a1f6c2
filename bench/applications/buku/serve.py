"""Serves bukuserver: `python serve.py <port>`. The package lacks the file of its API description, so that part is left out."""

import sys

from bukuserver import server

server.Swagger = lambda *args, **kwargs: None
server.create_app().run("127.0.0.1", int(sys.argv[1]))
