-- For whom a version was asked: its segments hear of it on that person's behalf, who need not be the one who booked.
alter table revision add column requester text;
