-- What the numbers of promised nodes stand for.
create table machine_on_record (
    only_row  boolean primary key default true check (only_row),
    name      text not null,
    node_name text not null
);
