-- The calendar of a machine: who was promised which nodes, and when.

create extension if not exists btree_gist;

-- One row per machine, locked by every prepare so that two never weigh the same free nodes at once.
create table machine (
    name text primary key
);

create table allocation (
    ident          text primary key,
    transaction_id text        not null,
    action_index   int         not null,
    version        int         not null default 1,
    holder         text        not null,
    nodes          int[]       not null,
    starts_at      timestamptz not null,
    ends_at        timestamptz not null check (starts_at < ends_at),
    state          text        not null check (state in
        ('HELD', 'ABORTED', 'COMMITTED', 'STARTING', 'ACTIVE', 'ENDING', 'ENDED', 'CANCELLING', 'CANCELLED', 'FAILED')),
    problem        text,
    cancelled_by   text,
    unique (transaction_id, action_index)
);

create index allocation_cancelled_by on allocation (cancelled_by) where cancelled_by is not null;

-- The promise itself: no node belongs to two bookings at one instant, whatever any program believes.
create table promised_node (
    ident  text      not null references allocation,
    node   int       not null check (node > 0),
    during tstzrange not null check (not isempty(during)),
    primary key (ident, node),
    constraint node_is_promised_once exclude using gist (node with =, during with &&)
);
