-- Co-allocations begun at this broker, each with its HARC transaction under way or decided last.
create table co_allocation (
  id               uuid        primary key,
  owner            text        not null,
  owner_name       text        not null,
  description      text        not null,
  created_at       timestamptz not null,
  start_time       timestamptz not null,
  end_time         timestamptz not null,
  idempotency_key  text,
  digest           text        not null,
  state            text        not null,
  parts            text        not null,
  transaction_no   int         not null,
  make_attempt     int         not null,
  request          text        not null,
  decided          boolean     not null,
  started          boolean     not null,
  refusals         text        not null,
  alternatives     text        not null,
  reason           text,
  due_at           timestamptz,
  row_version      bigint      not null,
  unique (owner_name, idempotency_key)
);

create index co_allocation_of on co_allocation (owner_name, id desc);
create index co_allocation_up on co_allocation (end_time) where state = 'ACTIVE';
create index co_allocation_due on co_allocation (due_at) where due_at is not null;
