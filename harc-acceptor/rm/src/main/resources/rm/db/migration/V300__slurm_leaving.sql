-- What a modified booking leaves stays taken until Slurm has been told: until then Slurm keeps it from everybody else.
alter table slurm_promised_node add column leaving boolean not null default false;
alter table slurm_promised_node drop constraint slurm_promised_node_pkey;
alter table slurm_promised_node add primary key (ident, node, during);
