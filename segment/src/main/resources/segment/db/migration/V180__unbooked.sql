-- What bears a name of ours and is in no books is nobody's connection; it is told once, by its name.
alter table segment_drift
  alter column connection_id drop not null,
  add column owner text;

create index segment_drift_unbooked on segment_drift (element) where done = 'UNBOOKED';
