-- That it was cancelled: what is heard of again later has yet to be.
alter table co_allocation add column given_up boolean not null default false;
update co_allocation set given_up = true where state = 'CANCELLED';
