-- A booking that is up and was modified: the machine is to be told. What it leaves stays taken until the machine has been.
alter table allocation drop constraint allocation_state_check;
alter table allocation add constraint allocation_state_check check (state in
    ('HELD', 'ABORTED', 'COMMITTED', 'AMENDING', 'STARTING', 'ACTIVE', 'ENDING', 'ENDED', 'CANCELLING', 'CANCELLED', 'FAILING', 'FAILED'));
alter table promised_node add column leaving boolean not null default false;

-- In Slurm: what was held and is taken away by somebody; a piece that its decided modification still needs; and until when
-- Slurm has a modified booking's reservation as it was: it is nobody's doing if that is gone then.
alter table slurm_booking drop constraint slurm_booking_state_check;
alter table slurm_booking add constraint slurm_booking_state_check check (state in
    ('PREPARING', 'HELD', 'TAKEN', 'MERGING', 'ABORTING', 'ABORTED', 'COMMITTED', 'AMENDING', 'ACTIVE', 'ENDING', 'ENDED',
     'CANCELLING', 'CANCELLED', 'FAILING', 'FAILED'));
alter table slurm_booking add column stands_until timestamptz;
update slurm_booking piece set state = 'MERGING' from slurm_booking whole
    where piece.part_of = whole.ident and piece.state = 'ABORTING' and whole.state = 'AMENDING';
