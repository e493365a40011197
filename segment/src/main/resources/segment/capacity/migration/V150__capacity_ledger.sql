-- Capacity booked over time. Windows are half-open.
create extension if not exists btree_gist;

-- One row for each link, port or machine. A booking locks the rows it needs in the order of their ids.
create table ledger_resource (
  id text primary key,
  version bigint not null default 0
);

-- The capacity that each version of each connection claims.
create table ledger_claim (
  connection_id uuid not null,
  version integer not null,
  resource text not null references ledger_resource,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  amount bigint not null check (amount > 0),
  primary key (connection_id, version, resource),
  check (starts_at < ends_at)
);

-- Every change to a resource's load, numbered in order: a replica at version v reads the later ones. Old ones are deleted.
create table ledger_entry (
  resource text not null references ledger_resource,
  version bigint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  amount bigint not null,
  written_by xid8 not null default pg_current_xact_id(),
  primary key (resource, version)
);

-- Items that only one connection can use at a time: a time slot of a link, a label at a border, a port.
-- Two versions of one connection may share an item, two connections never.
create table ledger_exclusive (
  connection_id uuid not null,
  version integer not null,
  place text not null,
  item integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  during tstzrange generated always as (tstzrange(starts_at, ends_at, '[)')) stored,
  primary key (connection_id, version, place, item),
  check (starts_at < ends_at),
  constraint ledger_one_holder_at_a_time
    exclude using gist (place with =, item with =, during with &&, connection_id with <>)
);
