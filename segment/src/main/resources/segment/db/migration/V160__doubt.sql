-- A command may have reached an element though nobody heard its answer, and be carried out yet:
-- working tells that the process died among its commands, settle_until when no effect can come any more.
alter table segment_connection
  add column working      boolean     not null default false,
  add column settle_until timestamptz;
