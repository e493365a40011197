-- A row says that the directory of allocation files has been there: it is not made a second time, for where it is away its
-- file system is. Builds before made it with the first file.
create table allocation_directory (
    only_row boolean primary key default true check (only_row)
);
insert into allocation_directory select true where exists (select from allocation where state in
    ('AMENDING', 'ACTIVE', 'ENDING', 'ENDED', 'CANCELLING', 'FAILING', 'FAILED'));
