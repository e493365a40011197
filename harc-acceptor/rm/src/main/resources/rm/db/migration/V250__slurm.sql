-- The calendar of a machine whose scheduler is Slurm: what was promised is known here, Slurm is told.

create table slurm_booking (
    ident          text primary key,
    transaction_id text        not null,
    action_index   int         not null,
    part_of        text references slurm_booking,
    version        int         not null check (version > 0),
    reservation    text        not null unique,
    holder         text        not null,
    nodes          text[]      not null,
    starts_at      timestamptz not null,
    ends_at        timestamptz not null check (starts_at < ends_at),
    state          text        not null check (state in
        ('PREPARING', 'HELD', 'ABORTING', 'ABORTED', 'COMMITTED', 'AMENDING', 'ACTIVE', 'ENDING', 'ENDED',
         'CANCELLING', 'CANCELLED', 'FAILING', 'FAILED')),
    problem        text,
    changed_by     text,
    seen_boot      timestamptz
);

comment on column slurm_booking.part_of is
    'null for a booking; else the booking whose modification, until it is carried out, this holds a piece of';

comment on column slurm_booking.reservation is 'its name in Slurm';
comment on column slurm_booking.seen_boot is 'when the slurmctld that last showed it had been started';

create index slurm_booking_transaction on slurm_booking (transaction_id);
create index slurm_booking_changed_by on slurm_booking (changed_by) where changed_by is not null;

-- The promise itself: no node belongs to two bookings at one instant, whatever any program believes.
create table slurm_promised_node (
    ident  text      not null references slurm_booking,
    node   text      not null,
    during tstzrange not null check (not isempty(during)),
    primary key (ident, node),
    constraint slurm_node_is_promised_once exclude using gist (node with =, during with &&)
);

-- What a booking is to become, until that is decided.
create table slurm_amendment (
    ident          text primary key references slurm_booking,
    transaction_id text        not null,
    nodes          text[]      not null,
    starts_at      timestamptz not null,
    ends_at        timestamptz not null check (starts_at < ends_at)
);
