"""Prints parameters of `initialize` that the protocol's own types allow, one a line: in every field each kind of value
that it may have, names of the client's own where a list of names is open, and fields that are there or not. See
protocol.sh."""

import enum
import json
import random
import typing

import attrs
from lsprotocol import types

COUNT = 60


def camel(name):
    first, *others = name.strip("_").split("_")
    return first + "".join(other.capitalize() for other in others)


def value(kind, draw, depth):
    """A value of a kind, as JSON."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Union:
        return value(draw.choice([part for part in parts if part is not type(None)]), draw, depth)
    if origin is typing.Literal:
        return draw.choice(parts)
    if origin is tuple:
        return [value(part, draw, depth) for part in parts]
    if origin is not None and issubclass(origin, typing.Mapping):
        return {"own": value(parts[1], draw, depth)}
    if origin is not None and issubclass(origin, typing.Sequence):
        return [value(parts[0], draw, depth) for _ in range(draw.randint(0, 3))]
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return draw.choice(list(kind)).value
    if attrs.has(kind):
        attrs.resolve_types(kind, vars(types))
        there = [field for field in attrs.fields(kind) if is_required(field) or draw.random() < 0.8]
        return {camel(field.name): value(field.type, draw, depth + 1) for field in there}
    if kind in (bool, int, float, str):
        return {bool: draw.random() < 0.5, int: draw.randint(0, 9), float: 0.5, str: "own"}[kind]
    # Any value at all.
    return draw.choice([{}, {"own": [1, "a", None]}, True, 1, "own"])


def is_required(field):
    return field.default is attrs.NOTHING


def main():
    draw = random.Random(1)
    for number in range(COUNT):
        params = value(types.InitializeParams, draw, 0)
        # Addresses are texts to the types. No process is watched.
        params.update({"processId": None, "rootUri": "file:///tmp", "workspaceFolders": None})
        print(json.dumps(params))


main()
