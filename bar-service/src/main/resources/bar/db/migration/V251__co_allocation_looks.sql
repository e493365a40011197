-- How often a co-allocation was looked at in vain: what does not move is asked for less and less often.
alter table co_allocation add column looks int not null default 0;
