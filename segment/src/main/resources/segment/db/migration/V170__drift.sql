-- What elements were found to hold otherwise than they should, for operators. Bounded by number.
create table segment_drift (
  drift_id      bigint generated always as identity primary key,
  connection_id uuid        not null,
  element       text        not null,
  at            timestamptz not null,
  what          text        not null,
  done          text        not null,
  done_at       timestamptz
);

create index segment_drift_repairing on segment_drift (connection_id) where done = 'REPAIRING';

create index segment_item_by_element on segment_item (element);
