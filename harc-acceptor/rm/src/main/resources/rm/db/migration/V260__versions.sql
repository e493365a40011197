-- No two transactions ask for one version of a connection: what one gives up must be nobody else's.
alter table lightpath add unique (connection_id, version);
