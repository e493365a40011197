-- The number of a transaction that the acceptors committed and these books lack; null again once the
-- next is committed.
alter table co_allocation add column forgotten_no integer;
