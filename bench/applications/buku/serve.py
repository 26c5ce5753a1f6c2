"""Serves bukuserver: `python serve.py <port>`. The package lacks its API description file, so Swagger is disabled."""

import sys

from bukuserver import server

server.Swagger = lambda *args, **kwargs: None
server.create_app().run("127.0.0.1", int(sys.argv[1]))
