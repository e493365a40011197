-- A lightpath's booking, its versions, and each segment's share in each version.
create table reservation (
  connection_id    uuid        primary key,
  requester        text        not null,
  owner            text        not null,
  description      text        not null,
  body_digest      text        not null,
  created_at       timestamptz not null,
  binding          int         not null,
  provision        text        not null,
  lifecycle        text        not null,
  data_plane       text        not null,
  problem          text,
  reason           text,
  released         boolean     not null,
  told_data_plane  text        not null,
  told_end         boolean     not null,
  start_time       timestamptz,
  end_time         timestamptz,
  due_at           timestamptz,
  tries            int         not null,
  row_version      bigint      not null
);

create index reservation_due on reservation (due_at) where due_at is not null;
create index reservation_newest on reservation (created_at desc);
create index reservation_newest_of on reservation (owner, created_at desc);

create table revision (
  connection_id    uuid        not null references reservation deferrable initially deferred,
  version          int         not null,
  source           text,
  destination      text,
  bandwidth_mbps   int,
  start_time       timestamptz,
  end_time         timestamptz,
  holder           text,
  state            text        not null,
  refusal          text,
  primary key (connection_id, version)
);

create table segment_hold (
  segment_id       uuid        not null,
  segment_version  int         not null,
  connection_id    uuid        not null references reservation deferrable initially deferred,
  revision         int         not null,
  position         int         not null,
  attempt          int         not null,
  peer             text        not null,
  reversed         boolean     not null,
  near             text        not null,
  far              text        not null,
  chosen_near      text,
  chosen_far       text,
  path             text        not null,
  refusal          text,
  state            text        not null,
  permitted        boolean     not null,
  data_plane       text        not null,
  problem          text,
  clean            boolean     not null,
  terminated       boolean     not null,
  primary key (segment_id, segment_version)
);

create index segment_hold_of on segment_hold (connection_id);

create table history (
  id               bigint      generated always as identity primary key,
  subject          uuid        not null,
  at               timestamptz not null,
  who              text        not null,
  event            text        not null
);

create index history_of on history (subject, id);
