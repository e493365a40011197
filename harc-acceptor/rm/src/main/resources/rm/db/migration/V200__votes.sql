-- What this resource manager was asked, what it voted, and what was decided (Gray and Lamport 2006):
-- one row per transaction, written before anything is said about it.

create table ledger (
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

create index ledger_unfinished on ledger (first_seen) where not carried_out;

-- A record once bound, a vote once given and a decision once heard stand, whatever any program does.
create function refuse_to_rewrite() returns trigger language plpgsql as $$
begin
    if new.record is distinct from old.record
        or (old.choice is not null and (new.choice, new.note) is distinct from (old.choice, old.note))
        or (old.decision is not null and new.decision is distinct from old.decision) then
        raise exception 'record, vote and decision are write-once: transaction %', old.transaction_id;
    end if;
    return new;
end
$$;

create trigger ledger_is_write_once before update on ledger
    for each row execute function refuse_to_rewrite();
