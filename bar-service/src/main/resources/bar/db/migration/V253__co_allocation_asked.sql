-- How often the acceptors have been asked to begin the attempt under way; of those that are there nobody counted.
alter table co_allocation add column asked int not null default 2;
alter table co_allocation alter column asked drop default;
