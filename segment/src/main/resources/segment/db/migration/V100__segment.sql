-- A connection of this segment: NSI's three state machines, the data plane, and the provisioning state.
-- Rows are kept until the end time has passed, so that late messages find their connection.
create table segment_connection (
  connection_id       uuid        primary key,
  requester_peer      text        not null,
  version             int         not null check (version >= 0),       -- binding version, 0 if none
  held_version        int         not null check (held_version >= 0),  -- 0 if none is held
  reservation_state   text        not null,
  provision_state     text        not null,
  provision_version   int         not null default 0,       -- binding at the last provision or release
  lifecycle_state     text        not null,
  data_plane          text        not null,
  starts_at           timestamptz,
  ends_at             timestamptz,
  problem             text,
  configured          boolean     not null,                 -- items may be on elements
  has_been_up         boolean     not null,
  failed_attempts     int         not null,
  due_count           int         not null,                 -- numbers the scheduler's rows
  commands_in_flight  boolean     not null default false,   -- also true if the process died during commands
  uncertain_until     timestamptz,                          -- earlier commands may take effect until then
  delete_uncertain    boolean     not null default false,   -- such a command may be a delete: it is not resent
  last_active_version int         not null default 0,       -- version last up; 0 if the elements read clean
  fallback_until      timestamptz,                          -- last_active_version replaces version until then
  check (starts_at < ends_at),
  check ((starts_at is null) = (ends_at is null))
);

create index segment_connection_up on segment_connection (connection_id)
  where data_plane = 'ACTIVE';

-- Each version of a connection with its request and answer: a repeated request gets the same answer.
create table segment_version (
  connection_id      uuid    not null references segment_connection,
  version            int     not null check (version >= 1),
  state              text    not null,
  booked             boolean not null,    -- counted by admission
  digest             bytea,               -- of the request; null if aborted before any reserve
  correlation_id     text    not null,
  person_name        text    not null,
  person_site        text    not null,
  person_vos         text[]  not null,
  person_role        text    not null,
  source             text,
  destination        text,
  bandwidth_mbps     int,
  starts_at          timestamptz,
  ends_at            timestamptz,
  holder_kind        text,                -- PEER_SERVICE, TRANSACTION or EXPIRING
  holder_name        text,                -- peer or transaction
  holder_addresses   text[],
  holder_connection  uuid,
  holder_version     int,
  hold_until         timestamptz,
  held_source        text,
  held_destination   text,
  held_path          text[],
  held_plan          text,
  held_endpoints     text,                -- JSON
  refusal_code       text,
  refusal_resource   text,
  refusal_field      text,
  refusal_reason     text,
  refusal_next_start timestamptz,
  refusal_next_end   timestamptz,
  primary key (connection_id, version)
);

-- Items that may be on elements: inserted before an element is edited, deleted once it reads clean.
create table segment_item (
  connection_id uuid    not null references segment_connection,
  ordinal       int     not null,         -- order of creation
  element       text    not null,
  kind          text    not null,
  item_key      text    not null,
  owner         text    not null,
  attributes    text[]  not null,         -- name, value, name, value
  wanted        boolean not null,
  incarnation   text    not null,         -- of the element when the circuit last read as up
  primary key (connection_id, ordinal)
);

create index segment_item_by_element on segment_item (element);

-- The outbox: notifications to the holder, in order, repeated until delivered.
create table segment_notification (
  notification_id bigint generated always as identity primary key,
  connection_id   uuid        not null references segment_connection,
  version         int         not null,
  kind            text        not null,
  at              timestamptz not null,
  data_plane      text,
  detail          text        not null,
  cut             text,                     -- JSON; the cut that a forced end is due to
  delivered_at    timestamptz
);

create index segment_notification_undelivered on segment_notification (connection_id, notification_id)
  where delivered_at is null;

-- Differences between expected and actual configuration, for operators. Bounded by number.
create table segment_drift (
  drift_id      bigint generated always as identity primary key,
  connection_id uuid,                     -- null for an orphan
  element       text        not null,
  at            timestamptz not null,
  description   text        not null,
  resolution    text        not null,
  resolved_at   timestamptz,
  owner         text                      -- of an orphan, which is recorded once for each owner
);

create index segment_drift_unresolved on segment_drift (connection_id) where resolution in ('REPAIRING', 'MISSING');

create index segment_drift_unbooked on segment_drift (element) where resolution = 'UNBOOKED';

-- Notes about items that an element cannot store: the owner of a patch on a switch without names, the
-- original state of a port, the circuit of a VLAN that may have no name yet. A note is written before the
-- element is edited.
create table element_note (
  element     text        not null,
  kind        text        not null,
  item        text        not null,
  note        text        not null,
  recorded_at timestamptz not null,
  primary key (element, kind, item)
);

create index segment_connection_alive on segment_connection (connection_id)
  where lifecycle_state = 'CREATED';

create index segment_version_by_holder on segment_version (holder_connection);

-- What security officers have cut. Rows are kept: they are the incident records.
create table cut (
  cut_id      uuid        primary key,
  kind        text        not null check (kind in ('LIGHTPATH', 'HOST', 'SITE')),
  target      text        not null,       -- the lightpath's id, the port of the host's STP, or the network
  reason      text        not null,
  ordered_by  text        not null,
  at          timestamptz not null,
  enforced    boolean     not null,       -- every circuit that it covered has been ended
  lifted_by   text,
  lifted_at   timestamptz,                -- null while it is in force
  lift_reason text,
  check ((lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (lift_reason is null))
);

create unique index cut_in_force on cut (kind, target) where lifted_at is null;

-- What each cut has ended, and which reservations it has refused.
create table cut_effect (
  cut_id        uuid        not null references cut,
  effect        text        not null check (effect in ('ENDED', 'REFUSED')),
  connection_id uuid        not null references segment_connection,
  version       int         not null,     -- of a refused reservation; 0 of an ended circuit
  at            timestamptz not null,
  primary key (cut_id, effect, connection_id, version)
);

create unique index cut_effect_ended on cut_effect (connection_id) where effect = 'ENDED';

-- What elements counted at their ports, one row for each minute: the differences between two readings.
create table port_traffic (
  element         text        not null,
  port            text        not null,
  minute          timestamptz not null,     -- of the first of both readings
  seconds         bigint      not null,     -- between them
  bytes_in        bigint      not null,     -- received by the port
  bytes_out       bigint      not null,
  packets_in      bigint      not null,
  packets_out     bigint      not null,
  packets_dropped bigint      not null,
  primary key (element, port, minute)
);

create index port_traffic_by_age on port_traffic (minute);

-- What an element counted of a circuit.
create table circuit_traffic (
  connection_id   uuid        not null,
  element         text        not null,
  minute          timestamptz not null,
  seconds         bigint      not null,
  bytes_in        bigint      not null,     -- forwarded from the host's end
  bytes_out       bigint      not null,     -- forwarded to it
  bytes_dropped   bigint      not null,     -- by the policer, in both directions together
  primary key (connection_id, element, minute)
);

create index circuit_traffic_by_age on circuit_traffic (minute);
