-- Schema of a resource manager. Intervals are half-open; times are UTC.

create extension if not exists btree_gist;

-- ---------------------------------------------------------------- Votes (Gray and Lamport 2006)

-- One row per transaction: its record, this resource manager's vote and the decision.
-- The row is written before any message about it is sent.
create table vote_record (
    transaction_id   text primary key,
    record           jsonb       not null,
    caller           jsonb,
    resource_manager text,
    actions          text,
    leader           text        not null,
    choice           text check (choice in ('PREPARED', 'ABORTED')),
    note             text,
    decision         text check (decision in ('COMMIT', 'ABORT')),
    carried_out      boolean     not null default false,
    problem          text,
    first_seen       timestamptz not null,
    voted_at         timestamptz,
    decided_at       timestamptz,
    check ((choice is null) = (note is null)),
    check (decision is distinct from 'COMMIT' or choice = 'PREPARED')
);

create index vote_record_unfinished on vote_record (first_seen) where not carried_out;
create index vote_record_carried_out on vote_record (decided_at) where carried_out;

-- Record, vote and decision are write-once. The database enforces it, whatever a program does.
create function refuse_vote_record_rewrite() returns trigger language plpgsql as $$
begin
    if new.record is distinct from old.record
        or (old.choice is not null and (new.choice, new.note) is distinct from (old.choice, old.note))
        or (old.decision is not null and new.decision is distinct from old.decision) then
        raise exception 'record, vote and decision are write-once: transaction %', old.transaction_id;
    end if;
    return new;
end
$$;

create trigger vote_record_is_write_once before update on vote_record
    for each row execute function refuse_vote_record_rewrite();

-- The latest vote_by of all purged vote records. A Prepare that is not later is rejected: it may have been voted on.
create table retention_horizon (
    only_row boolean     primary key default true check (only_row),
    vote_by  timestamptz not null
);

-- ---------------------------------------------------------------- Common to all backends

-- The scheduler's result for each transaction: a repeated request gets the same result.
create table prepared_transaction (
    transaction_id text primary key,
    state          text        not null check (state in ('HELD', 'REFUSED', 'COMMITTED', 'ABORTED')),
    refusals       text        not null,
    since          timestamptz not null,
    bookings       text[]      not null
);

comment on column prepared_transaction.bookings is
    'the bookings that its actions name; the row is kept as long as one of them exists';

create index prepared_transaction_since on prepared_transaction (since);

-- The owner of each booking: who may modify or cancel it.
create table booking_owner (
    booking_id text primary key,
    name       text not null,
    home_site  text not null
);

-- One row per resource. Every prepare locks it, so that two never evaluate the same free capacity concurrently.
create table resource (
    name text primary key
);

-- ---------------------------------------------------------------- Bookings of nodes and units

-- What a backend has of a booking, such as a reservation in Slurm, is a projection of this table.
create table booking (
    booking_id     text primary key,
    transaction_id text        not null,
    action_index   int         not null,
    part_of        text references booking,
    version        int         not null check (version > 0),
    account        text        not null,
    items          text[]      not null check (array_position(items, null) is null),
    amount         int         not null check (amount > 0),
    starts_at      timestamptz not null,
    ends_at        timestamptz not null check (starts_at < ends_at),
    state          text        not null check (state in
        ('PREPARING', 'HELD', 'TAKEN', 'MERGING', 'ABORTING', 'ABORTED', 'COMMITTED', 'AMENDING',
         'AMENDING_ACTIVE', 'STARTING', 'ACTIVE', 'ENDING', 'ENDED', 'CANCELLING', 'CANCELLED', 'FAILING', 'FAILED')),
    problem        text,
    changed_by     text,
    reservation    text unique,
    hold_account   text        not null,
    seen_boot      timestamptz,
    reserved_until timestamptz
);

comment on column booking.part_of is
    'null for a booking; for a piece that an undecided modification holds, the booking that is modified';
comment on column booking.items is 'the names of the nodes, or the name of the unit';
comment on column booking.amount is 'the number of nodes, or the amount of the unit';
comment on column booking.changed_by is 'the transaction that holds a modification or cancellation, or has cancelled it';
comment on column booking.reservation is 'the name of its reservation in an external scheduler';
comment on column booking.hold_account is 'the account to which the reservation belongs while undecided';
comment on column booking.seen_boot is 'boot time of the external scheduler that last showed the reservation';
comment on column booking.reserved_until is
    'when the external scheduler ends the unmodified reservation of a modified booking; a reservation that is missing after that was not deleted by a third party';

create unique index booking_action on booking (transaction_id, action_index) where part_of is null;
create index booking_transaction on booking (transaction_id);
create index booking_changed_by on booking (changed_by) where changed_by is not null;
create index booking_unfinished on booking (starts_at) where state not in ('ABORTED', 'ENDED', 'CANCELLED', 'FAILED');
create index booking_blocked on booking (booking_id) where state in ('AMENDING', 'AMENDING_ACTIVE', 'STARTING') and problem is not null;
create index booking_ended on booking (ends_at) where state in ('ABORTED', 'ENDED', 'CANCELLED', 'FAILED');
create index booking_part_of on booking (part_of) where part_of is not null;

-- What a booking becomes if the transaction that holds the modification commits.
create table amendment (
    booking_id     text primary key references booking,
    transaction_id text        not null,
    items          text[]      not null,
    amount         int         not null check (amount > 0),
    starts_at      timestamptz not null,
    ends_at        timestamptz not null check (starts_at < ends_at)
);

-- What is launched on bookings, one row for each launch.
create table run (
    booking_id     text    not null references booking on delete cascade,
    number         int     not null check (number > 0),
    transaction_id text    not null,
    account        text    not null,
    job            text    not null,
    port           int,
    state          text    not null check (state in
        ('NEW', 'QUEUED', 'HELD', 'ACTIVE', 'COMPLETED', 'FAILED', 'CANCELED')),
    since          timestamptz not null,
    status         text    not null,
    version        int     not null,
    decided        boolean not null default false,
    stopping       boolean not null default false,
    signalled_at   timestamptz,
    ending_since   timestamptz,
    interrupted    boolean not null default false,
    primary key (booking_id, number)
);

comment on column run.job is 'what is executed, as the registry described it when the launch was held';
comment on column run.since is 'since when it is in its state';
comment on column run.version is 'the version of the booking to which the job was last adapted';
comment on column run.ending_since is 'when it could not be ended for the first time, although its booking ended';
comment on column run.interrupted is 'its job is ended because its booking moved to a later start; it is launched again';
comment on column run.decided is 'false while its transaction is undecided';

create index run_transaction on run (transaction_id);
create index run_unfinished on run (booking_id) where decided and state not in ('COMPLETED', 'FAILED', 'CANCELED');
create index run_ended on run (since) where decided and state in ('COMPLETED', 'FAILED', 'CANCELED');
create index run_port on run (port, since) where port is not null;

-- Who has which node when. The constraint gives a node to one booking at a time, whatever a program does.
create table node_assignment (
    booking_id text      not null references booking,
    node       text      not null,
    during     tstzrange not null check (not isempty(during)),
    amended_by text,
    leaving    boolean   not null default false,
    primary key (booking_id, node, during),
    constraint node_is_assigned_once exclude using gist (node with =, during with &&)
);

comment on column node_assignment.amended_by is 'the transaction whose undecided modification needs the node; null if the booking has it';
comment on column node_assignment.leaving is 'true if a modification gave the node up and the backend has not been changed yet';

create index node_assignment_during on node_assignment using gist (during);

-- ---------------------------------------------------------------- Calendar

-- The machine whose nodes are assigned.
create table machine_settings (
    only_row  boolean primary key default true check (only_row),
    name      text not null,
    node_name text not null
);

-- A row records that the directory of allocation files has existed. It is not created a second time:
-- if it is missing then, its file system is not mounted.
create table allocation_directory (
    only_row boolean primary key default true check (only_row)
);

-- ---------------------------------------------------------------- Network

-- One version of a connection, as requested from the BAR for one action. The row is written before the request is sent.
create table lightpath (
    transaction_id text        not null,
    action_index   int         not null,
    booking_id     text        not null,
    connection_id  uuid        not null,
    version        int         not null check (version > 0),
    source         text,
    destination    text,
    mbps           int,
    starts_at      timestamptz,
    ends_at        timestamptz,
    path           text[]      not null default '{}',
    failure        text,
    primary key (transaction_id, action_index),
    unique (connection_id, version)
);

comment on column lightpath.source is 'null for a cancellation, as are all criteria';

create index lightpath_booking_id on lightpath (booking_id);
create index lightpath_ended on lightpath (ends_at);

-- ---------------------------------------------------------------- Units of a store or an instrument

create table unit (
    name     text   primary key,
    capacity bigint not null check (capacity > 0)
);

-- What a booking takes of a unit, and in a row of its own what an undecided modification holds.
create table unit_allocation (
    booking_id text      not null references booking,
    amended_by text      not null default '',
    unit       text      not null references unit,
    amount     int       not null,
    during     tstzrange not null check (not isempty(during)),
    primary key (booking_id, amended_by)
);

comment on column unit_allocation.amended_by is 'the transaction that holds the modification; empty for the booking itself';

create index unit_allocation_during on unit_allocation using gist (unit, during);

-- The peak during a new allocation is within the unit's capacity, whatever a program does. A peak occurs where an
-- allocation begins. A booking and its modification never both count: at each instant, the larger of the two does.
create function check_unit_capacity() returns trigger language plpgsql as $$
declare
    available bigint;
    peak      bigint;
begin
    select capacity into strict available from unit where name = new.unit for update;
    select max(taken) into peak from (
        select (select sum(most) from (
                    select max(there.amount) as most from unit_allocation there
                     where there.unit = new.unit and there.during @> start.at group by there.booking_id) as each_booking) as taken
          from (select lower(new.during) as at
                 union select lower(other.during) from unit_allocation other
                        where other.unit = new.unit and lower(other.during) <@ new.during) as start) as at_each_start;
    if peak > available then
        raise exclusion_violation using message = format('%s of %s would be allocated at once; the capacity is %s', peak, new.unit, available);
    end if;
    return null;
end
$$;

create trigger unit_allocation_is_within_capacity after insert on unit_allocation
    for each row execute function check_unit_capacity();
