-- What ended long ago is forgotten every day, and no query reads a whole table, however much there is.

-- Which bookings a transaction was about: its answer is kept as long as one of them. Null: unknown, and kept for good.
alter table answer add column bookings text[];
create index answer_since on answer (since);

-- Whatever is booked is found there, also what an earlier build booked for nobody it wrote down.
insert into booking_owner (ident, name, home_site)
    select ident, '', '' from allocation
    union select ident, '', '' from slurm_booking where part_of is null
    union select ident, '', '' from unit_booking
    union select connection_id::text, '', '' from lightpath
    on conflict do nothing;

create index ledger_carried_out on ledger (decided_at) where carried_out;

-- Votes that were due by then may be forgotten; what as old a Prepare asks for is not voted on again.
create table forgotten (
    only_row    boolean     primary key default true check (only_row),
    vote_by     timestamptz not null
);

create index allocation_unfinished on allocation (ident)
    where state in ('COMMITTED', 'AMENDING', 'STARTING', 'ACTIVE', 'ENDING', 'CANCELLING', 'FAILING');
create index allocation_hindered on allocation (ident)
    where state in ('AMENDING', 'STARTING') and problem is not null;
create index allocation_ended on allocation (ends_at) where state in ('ABORTED', 'ENDED', 'CANCELLED', 'FAILED');
create index promised_node_during on promised_node using gist (during);

create index slurm_booking_unfinished on slurm_booking (starts_at)
    where state not in ('ABORTED', 'ENDED', 'CANCELLED', 'FAILED');
create index slurm_booking_ended on slurm_booking (ends_at) where state in ('ABORTED', 'ENDED', 'CANCELLED', 'FAILED');
create index slurm_booking_part_of on slurm_booking (part_of) where part_of is not null;
create index slurm_promised_node_during on slurm_promised_node using gist (during);

create index lightpath_ident on lightpath (ident);
create index lightpath_ended on lightpath (ends_at);

create index unit_booking_ended on unit_booking (ends_at);
