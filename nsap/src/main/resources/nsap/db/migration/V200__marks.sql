-- What an element cannot remember for us: whose a patch is where patches bear no names, how a port was
-- found. Written before the element is touched.
create table nsap_mark (
  element   text        not null,
  kind      text        not null,
  thing     text        not null,
  words     text        not null,
  marked_at timestamptz not null,
  primary key (element, kind, thing)
);

-- The patches of circuits that are in the books now are theirs.
insert into nsap_mark (element, kind, thing, words, marked_at)
select distinct on (element, split_part(item_key, ' ', 1))
  element, 'PATCH', split_part(item_key, ' ', 1), owner, now()
from segment_item
where kind = 'PATCH'
order by element, split_part(item_key, ' ', 1), wanted desc;

update segment_item set item_key = split_part(item_key, ' ', 1) where kind = 'PATCH';

-- Each such circuit keeps its ports of an ONS in service.
insert into nsap_mark (element, kind, thing, words, marked_at)
select distinct element, 'HOLD', item_key, '', now() from segment_item where kind = 'PORT';
