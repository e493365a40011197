-- What is in doubt may be a delete, which is not sent again before it cannot be carried out any more.
alter table segment_connection add column deletes_in_doubt boolean not null default false;
update segment_connection set deletes_in_doubt = true where settle_until is not null;
