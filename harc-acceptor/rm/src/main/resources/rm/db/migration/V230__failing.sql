-- What somebody took away on the machine keeps its nodes until it has been cleared.
alter table allocation drop constraint allocation_state_check;
alter table allocation add constraint allocation_state_check check (state in
    ('HELD', 'ABORTED', 'COMMITTED', 'STARTING', 'ACTIVE', 'ENDING', 'ENDED', 'CANCELLING', 'CANCELLED', 'FAILING', 'FAILED'));
