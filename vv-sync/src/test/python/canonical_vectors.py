"""Derives canonical-vectors.json from section 12 of the specification, and from nothing else.

Run: python3 canonical_vectors.py > ../resources/canonical-vectors.json
It shares no code with the product. When a test disagrees with its output, suspect the product first.
"""

import hashlib
import json
import struct
import sys

ROOT = b"\0" * 32
LEFT_OUT = {"seq", "chain", "sig", "local"}
NOT_PAYLOAD = {"origin_replica", "origin_seq", "hlc", "created_at", "asserted_by", "artifacts"}
SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


class Number(str):
    """A number in the digits that its author wrote."""


def members(pairs):
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), "duplicate keys have no canonical form"
    return dict(pairs)


def parse(text):
    return json.loads(text, parse_float=Number, parse_int=Number, object_pairs_hook=members)


def quote(text):
    out = []
    for c in text:
        if c in SHORT:
            out.append(SHORT[c])
        elif ord(c) < 0x20:
            out.append("\\u%04x" % ord(c))
        else:
            out.append(c)
    return '"' + "".join(out) + '"'


def compact(value):
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, list):
        return "[" + ",".join(compact(v) for v in value) + "]"
    # Python compares strings by code point.
    return "{" + ",".join(quote(k) + ":" + compact(value[k]) for k in sorted(value)) + "}"


def u32(n):
    return struct.pack(">I", n)


def prefixed(text):
    raw = text.encode("utf-8")
    return u32(len(raw)) + raw


def is_empty(value):
    return value is None or (not isinstance(value, (Number, bool)) and len(value) == 0)


def canonical(event, without=frozenset()):
    out = b"meshlog-op-1\n"
    for name in sorted(event):
        if name not in LEFT_OUT and name not in without and not is_empty(event[name]):
            out += prefixed(name) + prefixed(compact(event[name]))
    return out


def sha(raw):
    return hashlib.sha256(raw).hexdigest()


NATIVE = "rep_0123456789abcdef0123"
LOOSE = "rep_91b72265b1f5"

EVENTS = {
    "plain": r"""{"id":"evt_20260825T232003_e6c31a2b8f1f","type":"report","stream":"project/alpha","room":"general",
        "topic":null,"from_agent":"codex@desk","to_agent":"","correlation_id":null,"branch":null,"base_commit":null,
        "status":"open","body":"hello","metadata":{},"artifact_ids":[],"created_at":"2026-08-25T23:20:03Z",
        "origin_replica":"rep_0123456789abcdef0123","origin_seq":1,"hlc":"1787699958117-000000-rep_0123456789abcdef0123",
        "seq":77,"local":{"pending":["x"]}}""",
    "numbers": r"""{"id":"evt_20260825T232004_000000000001","type":"measure","stream":"s","room":"r","from_agent":"a",
        "origin_replica":"rep_0123456789abcdef0123","origin_seq":2,"hlc":"1787699958117-000001-rep_0123456789abcdef0123",
        "created_at":"2026-08-25T23:20:04Z",
        "metadata":{"one":1.0,"neg":-0.0,"exp":1e5,"EXP":1E+05,"past":9007199254740993,"tiny":1.50e-300,
        "long":1234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890,
        "frac":0.1000000000000000055511151231257827021181583404541015625,"zero":0,"list":[1,1.0,1.00,-1]}}""",
    "unicode": r"""{"id":"evt_20260825T232005_000000000002","type":"note","stream":"π","room":"日本","from_agent":"ü@é",
        "origin_replica":"rep_0123456789abcdef0123","origin_seq":3,"hlc":"1787699958117-000002-rep_0123456789abcdef0123",
        "body":"\ud83d\ude00 \u00e9 \u2028 \u007f","\ue000":"private use comes first","\ud83d\ude00":"beyond the BMP last",
        "x_\uffff":1,"x_\ud800\udc00":2,
        "metadata":{"\ud83d\ude00":1,"\ue000":2,"\uffff":3,"z":4,"":5,"Z":6,"\u0000":7}}""",
    "escapes": r"""{"id":"evt_20260825T232006_000000000003","type":"note","stream":"s","room":"r","from_agent":"a",
        "origin_replica":"rep_0123456789abcdef0123","origin_seq":4,"hlc":"1787699958118-000000-rep_0123456789abcdef0123",
        "body":"quote \" backslash \\ slash \/ tab \t nl \n cr \r bs \b ff \f nul \u0000 one \u0001 unit \u001F del \u007f"}""",
    "unknown": r"""{"id":"evt_20260825T232007_000000000004","type":"note","stream":"s","room":"r","from_agent":"a",
        "origin_replica":"rep_0123456789abcdef0123","origin_seq":5,"hlc":"1787699958118-000001-rep_0123456789abcdef0123",
        "x_object":{"b":{"z":[{"d":1,"c":2},[],{}],"a":null},"a":[null,"",true,false]},"x_false":false,"x_zero":0,
        "x_empty":"","x_none":null,"x_list":[],"x_members":{},"x_blank":" ","asserted_by":"laptop",
        "artifact_ids":["art_1"],"artifacts":[{"size_bytes":9,"sha256":
        "fbf7612302afd65c06009618d5144fcb3957387bd75bd9b9d232a27293d9c072","id":"art_1"}]}""",
    "loose": r"""{"id":"evt_20260825T232008_000000000005","type":"note","stream":"s","room":"r","from_agent":"a",
        "origin_replica":"rep_91b72265b1f5","origin_seq":104,"hlc":"1787699958119-00000f-rep_91b72265b1f5","body":"x"}""",
    "loose_twin": r"""{"id":"evt_20260825T232008_000000000006","type":"note","stream":"s","room":"r","from_agent":"a",
        "origin_replica":"rep_91b72265b1f5","origin_seq":104,"hlc":"1787699958119-00000f-rep_91b72265b1f5","body":"y"}""",
}


def sums():
    top = (1 << 256) - 1
    pairs = [(top, 1), (top, top), (1 << 255, 1 << 255), ((1 << 64) - 1, 1), ((1 << 192) - 1, 1 << 64), (0, 0)]
    return [{"a": "%064x" % a, "b": "%064x" % b, "sum": "%064x" % ((a + b) % (1 << 256))} for a, b in pairs]


def keyed(prefix, *parts):
    return prefix + "00010101T000000_" + sha(b"".join(prefixed(p) for p in parts))[:32]


def head_text(head):
    return '{"origin":%s,"seq":%s,"chain":%s,"sig":%s}' % tuple(
        compact(head[k]) for k in ("origin", "seq", "chain", "sig"))


def main():
    events, digests = [], {}
    for name, text in EVENTS.items():
        event = parse(text)
        raw = canonical(event)
        digests[name] = sha(raw)
        events.append({"name": name, "json": text, "canonical_hex": raw.hex(), "sha256": sha(raw),
                       "payload_sha256": sha(canonical(event, NOT_PAYLOAD))})
    order = ["plain", "numbers", "unicode", "escapes", "unknown"]
    chains, previous = [], ROOT
    for name in order:
        previous = hashlib.sha256(previous + canonical(parse(EVENTS[name]))).digest()
        chains.append(previous.hex())
    loose_digest = "%064x" % ((int(digests["loose"], 16) + int(digests["loose_twin"], 16)) % (1 << 256))
    branch = NATIVE + "~" + chains[3][:16]
    sig = "A" * 127 + "w"
    heads = [
        {"origin": NATIVE, "seq": Number("3"), "chain": chains[2], "sig": None},
        {"origin": branch, "seq": Number("5"), "chain": chains[4], "sig": sig},
    ]
    loose = '%s:{"top":104,"count":2,"digest":%s}' % (quote(LOOSE), quote(loose_digest))
    document = {
        "events": events,
        "chain": {"of": order, "chains": chains},
        "loose": {"of": ["loose", "loose_twin"], "top": 104, "count": 2, "digest": loose_digest},
        "sums": sums(),
        "frontier": {
            "origin": NATIVE, "stem": {"seq": 3, "chain": chains[2]},
            "branch": {"name": branch, "seq": 5, "chain": chains[4], "sig": sig},
            "json": '{"heads":[%s],"loose":{%s}}' % (",".join(head_text(h) for h in heads), loose)},
        "branches": [
            {"origin": NATIVE, "first_chain": chains[3], "name": branch},
            {"origin": branch, "first_chain": chains[4], "name": NATIVE + "~" + chains[4][:16]}],
        "collisions": [
            {"origin": o, "sha256": digests["loose_twin"], "name": o[:111] + "~" + digests["loose_twin"][:16]}
            for o in (LOOSE, NATIVE, "y" * 111, "z" * 112, "x" * 128)],
        "keyed_ids": [
            {"agent": "codex@desk", "key": "build-17", "event": keyed("evt_", "codex@desk", "build-17"),
             "artifacts": [keyed("art_", "codex@desk", "build-17", str(i)) for i in (0, 1, 2)]},
            {"agent": "ü@é", "key": "~", "event": keyed("evt_", "ü@é", "~"),
             "artifacts": [keyed("art_", "ü@é", "~", "0")]},
            {"agent": "a", "key": "bc", "event": keyed("evt_", "a", "bc"), "artifacts": []},
            {"agent": "ab", "key": "c", "event": keyed("evt_", "ab", "c"), "artifacts": []}],
    }
    json.dump(document, sys.stdout, indent=1, ensure_ascii=True)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
