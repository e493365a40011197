-- What keeps the attempt under way from being decided until somebody mends it.
alter table co_allocation add column problem text;
