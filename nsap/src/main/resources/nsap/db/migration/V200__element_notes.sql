-- Notes about items that an element cannot store: the owner of a patch on a switch without names, the
-- original state of a port. A note is written before the element is edited.
create table element_note (
  element     text        not null,
  kind        text        not null,
  item        text        not null,
  note        text        not null,
  recorded_at timestamptz not null,
  primary key (element, kind, item)
);
