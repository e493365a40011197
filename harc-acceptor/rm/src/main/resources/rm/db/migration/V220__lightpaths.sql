-- What was asked of the BAR for each action, written before it is asked.
create table lightpath (
    transaction_id text        not null,
    action_index   int         not null,
    ident          text        not null,
    connection_id  uuid        not null,
    version        int         not null check (version > 0),
    source         text,
    destination    text,
    mbps           int,
    starts_at      timestamptz,
    ends_at        timestamptz,
    path           text[]      not null default '{}',
    failure        text,
    primary key (transaction_id, action_index)
);

comment on column lightpath.source is 'null, with all of the criteria, where a cancel is asked for';
