-- Trusted: the owner of the database may create it.
create extension if not exists pg_trgm;

-- The BAR's tables. JSON and STPs are stored as text; the converters of the entities read them.

-- Lightpaths: one row per NSI connection.
create table reservation (
  connection_id        uuid        primary key,
  requester            text        not null,  -- JSON; the first requester
  owner                text        not null,  -- name of the person it was requested for
  description          text        not null,
  body_digest          text        not null,  -- of the API request; empty if a peer made it
  created_at           timestamptz not null,
  binding_version      int         not null,  -- 0 before the first commit
  provision            text        not null,
  provision_version    int         not null,  -- binding at the last provision or release
  provision_decision   int         not null,  -- provisions and releases decided
  lifecycle            text        not null,
  data_plane           text        not null,
  problem              text,                  -- current problem of the data plane
  reason               text,                  -- why it failed
  cut_by               text,                  -- whose office, or who, cut it; null unless it is cut
  cut_at               timestamptz,
  cut_reason           text,
  cut_id               uuid,                  -- at the segment that made the cut
  cut_learned_from     text,                  -- the peer that told of it; null if this BAR cut
  released             boolean     not null,  -- clean-up after the end is verified
  notified_data_plane  text        not null,  -- data plane state the holder was last notified of
  end_notified         boolean     not null,  -- the holder was notified of a forced end
  notified_cut_id      uuid,                  -- of the cut that this notification named
  phase                text        not null,  -- after the last step, for lists
  start_time           timestamptz,
  end_time             timestamptz,
  source               text,                  -- the ends, for lists
  destination          text,
  due_at               timestamptz,           -- next check; null if none is needed
  tries                int         not null,  -- checks without progress
  path_check           text,                  -- JSON; the last check of the path
  path_check_problem   text,                  -- what it found wrong
  path_check_due_at    timestamptz,           -- null if none is to be made
  path_check_number    int         not null,  -- checks asked for
  path_check_tries     int         not null,  -- attempts at the one that is due
  path_check_throughput boolean    not null,  -- it measures throughput, too
  production           text,                  -- hosts and addresses for a run that loses its lightpath
  row_version          bigint      not null
);

-- Lists begin after the last booking of the previous page, so each order ends with the id.
create index reservation_newest on reservation (created_at, connection_id);
create index reservation_newest_of on reservation (owner, created_at, connection_id);
create index reservation_newest_in on reservation (phase, created_at, connection_id) include (end_time); -- counts read no row
create index reservation_first on reservation (start_time, connection_id);
create index reservation_first_of on reservation (owner, start_time, connection_id);
create index reservation_source on reservation (source, created_at, connection_id);
create index reservation_destination on reservation (destination, created_at, connection_id);
-- The same for lightpaths that are no part of anything.
create index reservation_alone on reservation (start_time, connection_id)
  include (end_time, phase, owner, binding_version) where body_digest <> ''; -- all that usage reports read
create index reservation_alone_of on reservation (owner, start_time, connection_id) where body_digest <> '';
create index reservation_alone_newest on reservation (created_at, connection_id) where body_digest <> '';
create index reservation_during on reservation using gist (tstzrange(start_time, end_time));
create index reservation_description on reservation using gin (description gin_trgm_ops);

-- The versions of a reservation. A version without criteria cancels it.
create table revision (
  connection_id        uuid        not null references reservation deferrable initially deferred,
  version              int         not null,
  source               text,
  destination          text,
  bandwidth_mbps       int,
  start_time           timestamptz,
  end_time             timestamptz,
  holder               text,                  -- JSON; null if aborted before it was requested
  requester            text,                  -- JSON; segments are called on this person's behalf
  state                text        not null,
  refusal              text,                  -- JSON
  change_key           text,                  -- of a change of a lightpath alone: its Idempotency-Key
  change_digest        text,                  -- of its body
  change_description   text,                  -- the new description; null if it stays
  primary key (connection_id, version)
);

-- Each segment's hold in each version of a reservation, stored before the segment is called.
create table segment_hold (
  segment_id           uuid        not null,
  segment_version      int         not null,
  connection_id        uuid        not null references reservation deferrable initially deferred,
  revision             int         not null,
  position             int         not null,  -- order in which segments are reserved
  attempt              int         not null,  -- incremented when another VLAN label is requested
  peer                 text        not null,
  reversed             boolean     not null,  -- the circuit's source is at the far end
  near                 text        not null,
  far                  text        not null,
  chosen_near          text,
  chosen_far           text,
  path                 text        not null,  -- one element or link per line
  endpoints            text,                  -- JSON; what the users at the ends must know
  refusal              text,                  -- JSON
  state                text        not null,
  provision_confirmed  boolean     not null,  -- the last provision or release was confirmed
  data_plane           text        not null,
  problem              text,
  clean                boolean     not null,  -- the segment's clean-up is verified
  terminated           boolean     not null,
  primary key (segment_id, segment_version)
);

create index segment_hold_of on segment_hold (connection_id);

-- History of bookings, for display. The subject is a connection or a co-allocation.
create sequence history_seq increment by 50; -- the service takes 50 numbers at a time

create table history (
  id                   bigint      primary key default nextval('history_seq'),
  subject              uuid        not null,
  at                   timestamptz not null,
  who                  text        not null,
  event                text        not null
);

create index history_of on history (subject, id);

-- What subscribers are told. Ids do not follow the order of commits. Readers therefore read in the order (xid, id), and
-- only rows of transactions that are older than every running one.
create table event (
  xid                  xid8        not null default pg_current_xact_id(),
  id                   bigint      generated always as identity,
  at                   timestamptz not null,
  type                 text        not null,
  kind                 text        not null,  -- co-allocation or reservation
  booking              uuid        not null,
  owner                text        not null,
  data                 text        not null,  -- JSON
  primary key (xid, id)
);

-- One row: the log's name, which a restored database changes, and the last event that was deleted.
create table event_log (
  name                 text        primary key,
  pruned_xid           xid8        not null,
  pruned_id            bigint      not null
);

-- Addresses of users to which events are posted.
create table webhook (
  id                   uuid        primary key,
  owner                text        not null,
  url                  text        not null,
  types                text        not null,  -- separated by commas; empty for all
  booking              uuid,                  -- the only one; null for all
  secret               text        not null,  -- the key of the signatures
  created_at           timestamptz not null,
  state                text        not null,
  position_xid         bigint      not null,  -- the last event delivered or passed over
  position_id          bigint      not null,
  failures             int         not null,  -- attempts since the last delivery
  last_failure         text,
  failing_since        timestamptz,
  retry_at             timestamptz,
  last_delivery_at     timestamptz
);

create index webhook_of on webhook (owner);

-- The clusters and hosts of a co-allocation's parts.
create function resources_of(parts text) returns text[]
  language sql immutable parallel safe
  return (select coalesce(array_agg(distinct name #>> '{}'), '{}')
            from jsonb_path_query(parts::jsonb, '$[*].keyvalue() ? (@.key == "resource" || @.key == "source" || @.key == "destination").value') as name);

-- The sum of an amount of a co-allocation's parts, such as nodes.
create function total_of(parts text, amount text) returns bigint
  language sql immutable parallel safe
  return (select coalesce(sum((part ->> amount)::bigint), 0)::bigint from jsonb_array_elements(parts::jsonb) as part);

-- Co-allocations, each with its current or last HARC transaction.
create table co_allocation (
  id                   uuid        primary key,
  owner                text        not null,  -- JSON
  owner_name           text        not null,
  description          text        not null,
  created_at           timestamptz not null,
  idempotency_key      text,
  digest               text        not null,  -- of the request
  start_time           timestamptz not null,
  end_time             timestamptz not null,
  not_before           timestamptz not null,  -- requested window; equals start and end if fixed
  not_after            timestamptz not null,
  tried_slots          text        not null,  -- JSON; slots refused before the current attempt
  state                text        not null,
  parts                text        not null,  -- JSON
  resources            text[]      not null generated always as (resources_of(parts)) stored,
  nodes                bigint      not null generated always as (total_of(parts, 'nodes')) stored,
  bandwidth_mbps       bigint      not null generated always as (total_of(parts, 'bandwidthMbps')) stored,
  refusals             text        not null,  -- JSON
  alternatives         text        not null,  -- JSON
  reason               text,                  -- why it was refused or failed
  transaction_no       int         not null,
  purpose              text        not null,  -- JSON; make, modify or cancel
  request              text        not null,  -- JSON; the transaction's request
  decided              boolean     not null,
  started              boolean     not null,  -- false if the transaction was abandoned
  begin_count          int         not null,  -- requests to the acceptors to begin it
  problem              text,                  -- why it is not decided
  modifications        text        not null,  -- JSON; change requests and their outcomes
  due_at               timestamptz,           -- next check; null if none is needed
  unchanged_checks     int         not null,  -- checks without a change
  row_version          bigint      not null,
  unique (owner_name, idempotency_key)
);

create index co_allocation_newest on co_allocation (created_at, id);
create index co_allocation_newest_of on co_allocation (owner_name, created_at, id);
create index co_allocation_newest_in on co_allocation (state, created_at, id) include (end_time); -- counts read no row
create index co_allocation_first on co_allocation (start_time, id)
  include (end_time, state, owner_name, nodes, bandwidth_mbps); -- all that usage reports read
create index co_allocation_first_of on co_allocation (owner_name, start_time, id);
create index co_allocation_during on co_allocation using gist (tstzrange(start_time, end_time));
create index co_allocation_resources on co_allocation using gin (resources);
create index co_allocation_description on co_allocation using gin (description gin_trgm_ops);

-- What security officers look up: sign-ins, cuts, and who made, changed and ended bookings.
create table security_log (
  id                   bigint      generated always as identity primary key,
  at                   timestamptz not null,
  kind                 text        not null,
  who                  text        not null,
  address              text,                  -- of the person's computer
  subject              text,                  -- the id of a booking or a cut
  detail               text        not null
);

create function security_log_text(who text, address text, subject text, detail text) returns text
  language sql immutable parallel safe
  return who || ' ' || coalesce(address, '') || ' ' || coalesce(subject, '') || ' ' || detail;

create index security_log_at on security_log (at);
create index security_log_of_kind on security_log (kind, id);
create index security_log_search on security_log using gin (security_log_text(who, address, subject, detail) gin_trgm_ops);

-- API tokens. The secret itself is stored nowhere.
create table api_token (
  id                   uuid        primary key,
  hash                 text        not null unique, -- SHA-256 of the secret
  owner                text        not null,
  name                 text        not null,
  scopes               text        not null,  -- separated by blanks
  created_at           timestamptz not null,
  expires_at           timestamptz not null,
  last_used_at         timestamptz,           -- written at most once a minute
  revoked_at           timestamptz
);

create index api_token_of on api_token (owner, created_at);

-- Values of the booking form that users keep under a name.
create table booking_template (
  id                   uuid        primary key,
  owner                text        not null,
  name                 text        not null,
  form                 text        not null,  -- URL-encoded
  changed_at           timestamptz not null,
  unique (owner, name)
);

-- What users chose to be notified of.
create table notification_settings (
  owner                text        primary key,
  address              text,                  -- where mail goes; null for none
  kinds                text        not null,  -- separated by commas; what mail is sent for
  minutes_before       int         not null,  -- how long before its start a booking is about to start
  all_bookings         boolean     not null,  -- mail for all bookings that the user may see
  address_changes      timestamptz[] not null default '{}' -- when the address was last changed; recent ones
);

-- One row: the last event for which mails were queued.
create table notification_position (
  is_only              boolean     primary key default true check (is_only),
  xid                  bigint      not null,
  id                   bigint      not null
);

-- The start times for which the event about-to-start was written.
create table announced_start (
  booking              uuid        not null,
  start_time           timestamptz not null,
  primary key (booking, start_time)
);

-- Mails to send, and those of the last days. One for each event and recipient.
create table mail (
  id                   uuid        primary key,
  event_id             text        not null,
  recipient            text        not null,  -- the user
  address              text        not null,
  booking_owner        text        not null,
  subject              text        not null,
  text                 text        not null,
  created_at           timestamptz not null,
  expires_at           timestamptz not null,
  state                text        not null,
  attempts             int         not null,  -- counted before each is made
  retry_at             timestamptz not null,
  last_failure         text,
  unique (event_id, recipient)
);

create index mail_due on mail (retry_at) where state = 'QUEUED';
create index mail_of on mail (recipient, created_at);

-- Addresses of calendars that need no login. The secret itself is stored nowhere.
create table calendar_feed (
  owner                text        primary key,
  hash                 text        not null unique, -- SHA-256 of the secret
  created_at           timestamptz not null,
  last_read_at         timestamptz            -- written at most once a minute
);
