-- A connection over this segment: NSI's three machines and the data plane. Never deleted before
-- its end time: a late message must find it.
create table segment_connection (
  connection_id     uuid        primary key,
  requester_peer    text        not null,
  version           int         not null check (version >= 0),
  held_version      int         not null check (held_version >= 0),
  reservation_state text        not null,
  provision_state   text        not null,
  lifecycle_state   text        not null,
  data_plane        text        not null,
  starts_at         timestamptz,
  ends_at           timestamptz,
  problem           text,
  configured        boolean     not null,
  been_up           boolean     not null,
  attempts          int         not null,
  due_count         int         not null,
  check (starts_at < ends_at),
  check ((starts_at is null) = (ends_at is null))
);

create index segment_connection_up on segment_connection (connection_id)
  where data_plane = 'ACTIVE';

-- What was asked under each version and what was answered: the same request gets the same answer.
create table segment_version (
  connection_id      uuid    not null references segment_connection,
  version            int     not null check (version >= 1),
  state              text    not null,
  booked             boolean not null,
  digest             bytea,               -- null where it was given up before it was asked for
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
  holder_kind        text,
  holder_name        text,                -- peer or transaction
  holder_addresses   text[],
  holder_connection  uuid,
  holder_version     int,
  hold_until         timestamptz,
  held_source        text,
  held_destination   text,
  held_path          text[],
  held_plan          text,
  refusal_code       text,
  refusal_resource   text,
  refusal_field      text,
  refusal_reason     text,
  refusal_next_start timestamptz,
  refusal_next_end   timestamptz,
  primary key (connection_id, version)
);

-- What may be on the elements: written before an element is touched, deleted once it reads clean.
create table segment_item (
  connection_id uuid   not null references segment_connection,
  ordinal       int    not null,
  element       text   not null,
  kind          text   not null,
  item_key      text   not null,
  owner         text   not null,
  attributes    text[] not null,          -- name, value, name, value
  wanted        boolean not null,
  incarnation   text   not null,          -- of the element when it last read as up
  primary key (connection_id, ordinal)
);

-- What the holder has yet to hear, in order; kept until it has.
create table segment_notice (
  notice_id     bigint generated always as identity primary key,
  connection_id uuid        not null references segment_connection,
  version       int         not null,
  kind          text        not null,
  at            timestamptz not null,
  data_plane    text,
  detail        text        not null,
  delivered_at  timestamptz
);

create index segment_notice_waiting on segment_notice (connection_id, notice_id)
  where delivered_at is null;
