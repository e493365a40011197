create extension if not exists btree_gist;

create table wire (
  connection_id uuid      not null,
  version       int       not null,
  during        tstzrange not null,
  primary key (connection_id, version),
  exclude using gist (during with &&, connection_id with <>)
);
