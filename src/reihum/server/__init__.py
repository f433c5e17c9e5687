"""HTTP and WebSocket: tables on the network. ``reihum serve`` starts one; ``serving.running`` is one in a program."""
