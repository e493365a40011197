-- As which version a circuit was up last, zero if its elements read clean: if the elements refuse the
-- binding one, it stands as that again, and the change is not tried before change_after.
alter table segment_connection
  add column stood_as     integer     not null default 0,
  add column change_after timestamptz;
update segment_connection set stood_as = version where data_plane = 'ACTIVE';
