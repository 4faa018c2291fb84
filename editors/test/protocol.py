"""Compares a session's messages with the protocol's types; see protocol.sh."""

import json
import sys

from lsprotocol import converters, types

CONVERTER = converters.get_converter()


def without_nulls(value):
    """A field that is null and one that is not there mean the same in most of the protocol."""
    if isinstance(value, dict):
        return {key: without_nulls(part) for key, part in value.items() if part is not None}
    if isinstance(value, list):
        return [without_nulls(part) for part in value]
    return value


def fault(message, kind):
    """What is wrong with a message of a kind, or None. What a type does not know, or takes for something else, is lost
    on the way through it."""
    try:
        understood = CONVERTER.unstructure(CONVERTER.structure(message, kind), kind)
    except Exception as error:  # Whatever the converter says, the message is not of its type.
        return f"{error!r}"
    sent, understood = without_nulls(message), without_nulls(json.loads(json.dumps(understood)))
    return None if sent == understood else f"understood as {json.dumps(understood, ensure_ascii=False)}"


def faults_of(message, kind):
    if kind is types.CodeActionResponse:
        # lsprotocol takes every action that has a command for a command. Each is compared by itself.
        actions = message.get("result") or []
        kinds = [types.Command if isinstance(action.get("command"), str) else types.CodeAction for action in actions]
        found = [fault(action, kind) for action, kind in zip(actions, kinds)]
        message = {**message, "result": []}
        found.append(fault(message, kind))
    else:
        found = [fault(message, kind)]
    return [one for one in found if one]


def kind_of(entry, asked):
    """The type that a message must have."""
    sender, message = entry["from"], entry["message"]
    if "method" in message:
        if "id" in message:
            asked[(sender, message["id"])] = message["method"]
        return types.METHOD_TO_TYPES[message["method"]][0]
    if "error" in message:
        return types.ResponseErrorMessage
    other = "client" if sender == "server" else "server"
    return types.METHOD_TO_TYPES[asked[(other, message["id"])]][1]


def main():
    asked, counts, skipped, faults = {}, {}, set(), 0
    for line in sys.stdin:
        entry = json.loads(line)
        if entry["message"].get("method", "").startswith("vgn/"):
            skipped.add(entry["message"]["id"])
        if entry["message"].get("id") in skipped:
            continue
        kind = kind_of(entry, asked)
        counts[kind.__name__] = counts.get(kind.__name__, 0) + 1
        for found in faults_of(entry["message"], kind):
            faults += 1
            print(f"{entry['from']}: {json.dumps(entry['message'], ensure_ascii=False)}\n  is no {kind.__name__}: {found}")
    for name, count in sorted(counts.items()):
        print(f"{count} {name}")
    if faults:
        sys.exit(f"{faults} messages are not of the protocol")
    print("all of the protocol")


main()
