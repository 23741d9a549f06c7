-- Version 1. Each index says which query it serves; an index that serves none does not earn its cost.
-- A comment ends where its statement ends, so that the file reads the same in the database.

-- The replica itself: one row, updated once a transaction.
CREATE TABLE meta (
  one           INTEGER PRIMARY KEY CHECK (one = 1),
  replica       TEXT NOT NULL,     -- the id that new ops are written under
  renewal_due   TEXT,              -- why another id must be taken first, else null
  clock_millis  INTEGER NOT NULL,  -- high-water mark of the clock, never derived from stamps
  clock_counter INTEGER NOT NULL,
  next_seq      INTEGER NOT NULL,  -- next delivery position; never given twice
  boots         INTEGER NOT NULL,  -- how often the database was opened for writing
  created_at    INTEGER NOT NULL,  -- unix milliseconds
  key_inode     INTEGER,           -- of replica.key, as it was when the id was taken
  restored      TEXT,              -- set in a copy that was made by backup or snapshot
  reading_level INTEGER NOT NULL   -- of the program that read the unreadable ops last
) STRICT;

-- Each time that the database was opened for writing: which positions mean something here. A copy that was set back goes on
-- with other ones, and so do the positions that it gives.
CREATE TABLE boot (
  n        INTEGER PRIMARY KEY,  -- as meta.boots counts
  mark     TEXT NOT NULL UNIQUE, -- random
  next_seq INTEGER NOT NULL      -- next delivery position then
) STRICT;

-- Ids that this replica wrote under before, oldest first.
CREATE TABLE previous_id (
  n       INTEGER PRIMARY KEY,
  replica TEXT NOT NULL
) STRICT;

-- Texts that recur in every row (streams, agents, rooms, topics, types, correlations, origins), each once.
-- The unique index serves text to code; it is asked behind a cache.
CREATE TABLE term (
  code INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE
) STRICT;

-- The log: one row an op, in arrival order. Changed afterwards: sig added, line moved by a split, loose op dropped.
CREATE TABLE op (
  n           INTEGER PRIMARY KEY,  -- arrival number, internal
  line        INTEGER,              -- term: the line it stands on; null for a loose op
  origin      INTEGER NOT NULL,     -- term: the base for a chained op, the origin for a loose one
  seq         INTEGER NOT NULL,
  arrived     INTEGER NOT NULL,     -- unix milliseconds by the clock of this machine, for retention
  chain       BLOB,                 -- 32 bytes; null for a loose op
  sig         BLOB,                 -- 32 bytes of key, 64 of signature
  event_id    TEXT,                 -- of loose and of unreadable ops ('' where it has none), else null
  fault_field TEXT,                 -- what could not be read, else null
  fault       TEXT,                 -- why it could not be read, else null
  place       INTEGER NOT NULL,     -- highest delivery position given out up to its arrival; never falls with n
  below       INTEGER,              -- position of its event on its arrival, where that is lower; else null
  whole       INTEGER NOT NULL,     -- 0: doc leaves out origin_replica and origin_seq, which are in the columns
  doc         TEXT NOT NULL         -- the wire fields as canonical JSON
) STRICT;

-- Pages of a line to a peer, chain points, what stands at an address.
CREATE UNIQUE INDEX op_line ON op (line, seq) WHERE line IS NOT NULL;

-- Pages of a loose origin to a peer, what stands at an address.
CREATE UNIQUE INDEX op_loose ON op (origin, seq, event_id) WHERE line IS NULL;

-- The quarantine list, and reading it again after an upgrade.
CREATE INDEX op_unreadable ON op (n) WHERE fault IS NOT NULL;

-- Going on from another replica's cursor: the ops whose events stood before they came.
CREATE INDEX op_below ON op (below) WHERE below IS NOT NULL;

-- What a position covers of a line: the same ops, behind the ones that arrived in order.
CREATE INDEX op_below_line ON op (line, seq) WHERE below IS NOT NULL;

-- What readers see: one row an event, in delivery order. A revised event moves to a new seq.
-- No foreign keys: to terms because they are never deleted, to op because it would need an index only for deletes.
CREATE TABLE event (
  seq         INTEGER PRIMARY KEY,
  op          INTEGER NOT NULL,  -- the visible op
  millis      INTEGER NOT NULL,  -- stamp of the visible op
  counter     INTEGER NOT NULL,
  stream      INTEGER NOT NULL,  -- term, and so on to status
  room        INTEGER NOT NULL,
  type        INTEGER NOT NULL,
  from_agent  INTEGER NOT NULL,
  to_agent    INTEGER,
  topic       INTEGER,
  correlation INTEGER,
  status      INTEGER,
  flags       INTEGER NOT NULL,  -- 1 revised, 2 conflict
  created_at  TEXT NOT NULL,
  id          TEXT NOT NULL,
  first_seq   INTEGER            -- where it was delivered first; null where it has not moved since
) STRICT;

-- Get by id; is this event id known? Ids made by a clock arrive at its right end.
CREATE UNIQUE INDEX event_id ON event (id);

-- Listing in merge order. The rest of the merge key decides only within one stamp, and is read from the op.
CREATE INDEX event_merge ON event (millis, counter);

-- Listing by seq for one value; SQLite appends seq to each entry. Types and statuses are few, and scanned.
CREATE INDEX event_stream ON event (stream);
CREATE INDEX event_from ON event (from_agent);
CREATE INDEX event_to ON event (to_agent) WHERE to_agent IS NOT NULL;
CREATE INDEX event_correlation ON event (correlation) WHERE correlation IS NOT NULL;

-- What a cursor does not cover although it is past its ops: events that moved on. Few.
CREATE INDEX event_revised ON event (seq) WHERE flags & 1;

-- Hidden ops that a cursor does not cover: those of events with several payloads.
CREATE INDEX event_conflict ON event (seq) WHERE flags & 2;

-- The readable ops that readers do not see, because another op of the same event comes first in merge order.
CREATE TABLE carrier (
  op       INTEGER PRIMARY KEY REFERENCES op DEFERRABLE INITIALLY DEFERRED,
  event_id TEXT NOT NULL
) STRICT;

-- All ops of an event.
CREATE INDEX carrier_event ON carrier (event_id);

-- Loose ops that a reference peer is shown under a name of their own, because their address is taken.
CREATE TABLE colliding (
  op   INTEGER PRIMARY KEY REFERENCES op DEFERRABLE INITIALLY DEFERRED,
  name INTEGER NOT NULL,  -- term
  seq  INTEGER NOT NULL
) STRICT;

-- Pages of such a name.
CREATE INDEX colliding_name ON colliding (name, seq);

-- Lines as they stand.
CREATE TABLE line (
  name         INTEGER PRIMARY KEY,  -- term
  parent       INTEGER,              -- term
  first        INTEGER NOT NULL,
  root         BLOB NOT NULL,
  seq          INTEGER NOT NULL,
  chain        BLOB NOT NULL,
  signed_seq   INTEGER NOT NULL,
  signed_chain BLOB NOT NULL,
  sig          BLOB
) STRICT;

-- Summaries of loose origins as they stand.
CREATE TABLE loose_origin (
  origin INTEGER PRIMARY KEY,  -- term
  top    INTEGER NOT NULL,
  count  INTEGER NOT NULL,
  digest BLOB NOT NULL
) STRICT;

-- The same of 128 numbers each: what lies up to a seq, and what a position covers, without a look at every op.
CREATE TABLE loose_block (
  origin INTEGER NOT NULL,  -- term
  block  INTEGER NOT NULL,  -- seq / 128
  count  INTEGER NOT NULL,
  digest BLOB NOT NULL,
  place  INTEGER NOT NULL,  -- at least the position at which each of them was examined
  first  INTEGER NOT NULL,  -- at most the arrival number of each of them
  PRIMARY KEY (origin, block)
) STRICT, WITHOUT ROWID;

-- Content, once however many artifacts have it.
CREATE TABLE blob (
  n       INTEGER PRIMARY KEY,
  sha256  BLOB NOT NULL UNIQUE,
  content BLOB NOT NULL
) STRICT;

CREATE TABLE artifact (
  n          INTEGER PRIMARY KEY,
  id         TEXT NOT NULL UNIQUE,
  kind       TEXT NOT NULL,
  blob       INTEGER NOT NULL,  -- its n
  size_bytes INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  origin     TEXT NOT NULL,
  metadata   TEXT NOT NULL,
  doc        TEXT NOT NULL      -- the wire fields without content
) STRICT;

-- Which artifacts an op names.
CREATE TABLE op_artifact (
  op       INTEGER NOT NULL REFERENCES op DEFERRABLE INITIALLY DEFERRED,
  artifact TEXT NOT NULL,
  PRIMARY KEY (op, artifact)
) STRICT, WITHOUT ROWID;

-- Which ops name an artifact: whether its content may be archived.
CREATE INDEX op_artifact_artifact ON op_artifact (artifact);

-- Named by an op, and not here yet.
CREATE TABLE pending_artifact (
  artifact TEXT NOT NULL,
  op       INTEGER NOT NULL REFERENCES op DEFERRABLE INITIALLY DEFERRED,
  PRIMARY KEY (artifact, op)
) STRICT, WITHOUT ROWID;

-- What is pending of an op: each listing, and where a reference's view of an origin ends.
CREATE INDEX pending_artifact_op ON pending_artifact (op);

-- How far a reference peer's origins have been taken.
CREATE TABLE peer_position (
  peer     TEXT NOT NULL,
  origin   INTEGER NOT NULL,
  seq      INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  PRIMARY KEY (peer, origin)
) STRICT, WITHOUT ROWID;

CREATE TABLE succession (
  old_id       TEXT NOT NULL,
  new_id       TEXT NOT NULL,
  new_sig      BLOB NOT NULL,
  old_sig      BLOB,
  sealed_line  TEXT,
  sealed_seq   INTEGER,
  sealed_chain BLOB,
  sealed_sig   BLOB,
  PRIMARY KEY (old_id, new_id)
) STRICT, WITHOUT ROWID;

-- From here on: views (spec §6), derived from the rows above in the transaction that changes those. A place is where an
-- event stands in merge order, as bytes that compare like the order.

-- What agents are asked: one row an op that asks, hidden ones too.
CREATE TABLE ask (
  op          INTEGER PRIMARY KEY,
  event_id    TEXT NOT NULL,
  agent       INTEGER NOT NULL,  -- term: who is asked
  correlation INTEGER,           -- term
  hlc         TEXT NOT NULL,     -- of this op
  place       BLOB NOT NULL,     -- of the event, by its visible op
  cleared     INTEGER NOT NULL   -- 1: an event clears it
) STRICT;

-- Pages of what an agent owes.
CREATE INDEX ask_owed ON ask (agent, place) WHERE cleared = 0;

-- What a reply clears: by the event that it names, by its thread.
CREATE INDEX ask_event ON ask (event_id);
CREATE INDEX ask_thread ON ask (correlation, agent, cleared) WHERE correlation IS NOT NULL;

-- What readers see that claims something or ends it.
CREATE TABLE reply (
  op          INTEGER PRIMARY KEY,  -- the visible op
  agent       INTEGER NOT NULL,     -- term: its author
  status      INTEGER NOT NULL,     -- 0 claimed, from 1 on terminal
  about       TEXT NOT NULL,        -- u and the id of the event that it names, or t and that of its thread
  correlation INTEGER,              -- term
  place       BLOB NOT NULL
) STRICT;

-- Who won; which are lost.
CREATE INDEX reply_claim ON reply (about, place) WHERE status = 0;

-- Is an ask cleared by name; the last word of each agent.
CREATE INDEX reply_end ON reply (about, agent, place) WHERE status > 0;

-- Is an ask cleared in its thread, or superseded there.
CREATE INDEX reply_thread ON reply (correlation, agent, status, place) WHERE status > 0 AND correlation IS NOT NULL;

-- Pages of a thread, and its newest status.
CREATE INDEX event_thread ON event (correlation, millis, counter, status) WHERE correlation IS NOT NULL;

-- News: newest first within a stream, counted without a look at the rows.
CREATE INDEX event_news ON event (to_agent, stream, millis, counter, status, from_agent) WHERE to_agent IS NOT NULL;

-- The newest event of an agent in a stream: its news begin after it.
CREATE TABLE spoke (
  agent      INTEGER NOT NULL,  -- term
  stream     INTEGER NOT NULL,  -- term
  hlc        TEXT NOT NULL,
  created_at TEXT NOT NULL,     -- the greatest of those with this stamp
  PRIMARY KEY (agent, stream)
) STRICT, WITHOUT ROWID;

-- Where agents spoke, and how many of the events that readers see are from there.
CREATE TABLE heard (
  agent  INTEGER NOT NULL,  -- term
  origin INTEGER NOT NULL,  -- term
  device INTEGER NOT NULL,  -- term; 0 for none
  events INTEGER NOT NULL,
  PRIMARY KEY (agent, origin, device)
) STRICT, WITHOUT ROWID;

-- Agents that authored an event.
CREATE TABLE agent (
  name   TEXT PRIMARY KEY,
  code   INTEGER NOT NULL,  -- term
  folded TEXT NOT NULL      -- the same for names that differ in case only
) STRICT, WITHOUT ROWID;

-- Names that differ in case only.
CREATE INDEX agent_folded ON agent (folded);

-- Conflicts in the order in which they are listed.
CREATE TABLE conflict (
  kind  INTEGER NOT NULL,
  place BLOB NOT NULL,  -- in merge order where it is about an event; else a line, a thing or an address
  op    INTEGER,        -- the op that it is about, or null
  PRIMARY KEY (kind, place)
) STRICT, WITHOUT ROWID;

-- The branches of a line.
CREATE INDEX line_parent ON line (parent) WHERE parent IS NOT NULL;

-- From here on: what retention leaves behind for ever (spec §7). Filled by archiving, never by an append.

-- Digest of each op that was archived, by the name of its line or loose origin.
CREATE TABLE archived_op (
  name   INTEGER NOT NULL,
  seq    INTEGER NOT NULL,
  digest BLOB NOT NULL,
  chain  BLOB,
  PRIMARY KEY (name, seq, digest)
) STRICT, WITHOUT ROWID;

-- Ids of archived events: a repeated key still finds what it made.
CREATE TABLE archived_event (
  id      TEXT PRIMARY KEY,
  payload BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Newest stamp of an agent in a stream, over archived events.
CREATE TABLE archived_newest (
  agent INTEGER NOT NULL,
  stream INTEGER NOT NULL,
  hlc   TEXT NOT NULL,
  PRIMARY KEY (agent, stream)
) STRICT, WITHOUT ROWID;

-- Newest stamp by which an agent cleared a thread, over archived events.
CREATE TABLE archived_clearing (
  thread TEXT NOT NULL,
  agent  INTEGER NOT NULL,
  hlc    TEXT NOT NULL,
  PRIMARY KEY (thread, agent)
) STRICT, WITHOUT ROWID;

-- Who acknowledged what, over archived events.
CREATE TABLE archived_ack (
  target TEXT NOT NULL,
  agent  INTEGER NOT NULL,
  status TEXT NOT NULL,
  PRIMARY KEY (target, agent, status)
) STRICT, WITHOUT ROWID;
