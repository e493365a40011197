-- The circuit of each VLAN that may have been created without its name. A row is written before the VLAN is
-- created, and deleted once the VLAN is read as named or as missing.
create table lnsap_vlan_claim (
  element text not null,
  vlan    text not null,
  circuit text not null,
  primary key (element, vlan)
);
