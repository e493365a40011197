-- A store or an instrument: named units with a capacity, and who was promised how much of one, and when.

create table unit (
    name     text   primary key,
    capacity bigint not null check (capacity > 0)
);

create table unit_booking (
    ident          text primary key,
    transaction_id text        not null,
    action_index   int         not null,
    unit           text        not null references unit,
    amount         int         not null check (amount > 0),
    starts_at      timestamptz not null,
    ends_at        timestamptz not null check (starts_at < ends_at),
    state          text        not null check (state in ('HELD', 'ABORTED', 'COMMITTED', 'CANCELLED')),
    changed_by     text,
    unique (transaction_id, action_index)
);

create index unit_booking_changed_by on unit_booking (changed_by) where changed_by is not null;

-- The promise itself, and beside it the one that a modification holds, under the transaction that does.
create table unit_taken (
    ident      text      not null references unit_booking,
    amended_by text      not null default '',
    unit       text      not null references unit,
    amount     int       not null,
    during     tstzrange not null check (not isempty(during)),
    primary key (ident, amended_by)
);

create index unit_taken_during on unit_taken using gist (unit, during);

-- The peak over the new promise is within the capacity, whatever any program believes. It can only be where something begins.
-- A booking and its modification never count both: it is the more of them at each instant.
create function unit_is_not_overbooked() returns trigger language plpgsql as $$
declare
    room bigint;
    peak bigint;
begin
    select capacity into strict room from unit where name = new.unit for update;
    select max(taken) into peak from (
        select (select sum(most) from (
                    select max(there.amount) as most from unit_taken there
                     where there.unit = new.unit and there.during @> start.at group by there.ident) as each_booking) as taken
          from (select lower(new.during) as at
                 union select lower(other.during) from unit_taken other
                        where other.unit = new.unit and lower(other.during) <@ new.during) as start) as at_each_start;
    if peak > room then
        raise exclusion_violation using message = format('%s of %s would be promised at once, and there are %s', peak, new.unit, room);
    end if;
    return null;
end
$$;

create trigger unit_is_promised_within_its_capacity after insert on unit_taken
    for each row execute function unit_is_not_overbooked();
