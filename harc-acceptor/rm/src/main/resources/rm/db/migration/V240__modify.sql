-- A modification holds what it needs beyond what its booking has; until it is decided the booking stays as it is.
alter table allocation rename column cancelled_by to changed_by;
alter index allocation_cancelled_by rename to allocation_changed_by;

create table amendment (
    ident          text primary key references allocation,
    transaction_id text        not null,
    nodes          int[]       not null,
    starts_at      timestamptz not null,
    ends_at        timestamptz not null check (starts_at < ends_at)
);

alter table promised_node add column amended_by text;
alter table promised_node drop constraint promised_node_pkey;
alter table promised_node add primary key (ident, node, during);
