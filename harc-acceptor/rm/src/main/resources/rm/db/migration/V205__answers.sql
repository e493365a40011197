-- What the local scheduler answered to each transaction: the same request gets the same answer.
create table answer (
    transaction_id text primary key,
    state          text        not null check (state in ('HELD', 'REFUSED', 'COMMITTED', 'ABORTED')),
    refusals       text        not null,
    since          timestamptz not null
);
