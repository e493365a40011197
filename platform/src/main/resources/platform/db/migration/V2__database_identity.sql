-- One row, written at the first start, that shows whether the database was restored from a backup.
create table database_identity (
  only_row             boolean     primary key default true check (only_row),
  written_by           text        not null,  -- the row's xmin, unless a dump was restored
  timeline             text        not null   -- of the write-ahead log
);
