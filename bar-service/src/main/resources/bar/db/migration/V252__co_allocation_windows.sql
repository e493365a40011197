-- Where within a window a co-allocation was wanted, and when it was refused before the attempt that is decided last.
alter table co_allocation add column not_before timestamptz;
alter table co_allocation add column not_after timestamptz;
alter table co_allocation add column tried text not null default '[]';
update co_allocation set not_before = start_time, not_after = end_time;
alter table co_allocation alter column not_before set not null;
alter table co_allocation alter column not_after set not null;
alter table co_allocation alter column tried drop default;
