"""The whole table in a browser tab: the server's rooms without a server, in Python inside a web worker.

The page sends the same requests and messages as over HTTP; ``desk`` answers them. ``store`` keeps what happens in the
browser, ``thinker`` asks a second worker. Nothing of a rule, a route or a message is written a second time here.
"""
