"""Everything that travels between a server and its clients, as types.

Decoding is strict: an unknown field, a wrong type or a value out of bounds is refused whole. Texts for people are
message ids with named places, never translated here. ``docs/protocol.md`` shows every message; ``web/src/wire.ts`` is
made from these modules.
"""
