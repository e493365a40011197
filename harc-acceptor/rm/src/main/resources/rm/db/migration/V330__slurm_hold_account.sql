-- Whom a reservation in Slurm is made out to while undecided: the setting may be another by then. What an earlier build booked has none here.
alter table slurm_booking add column hold_account text;
