-- Whose a VLAN is that may have been made without taking the name of its circuit. Written before the edge is
-- told, gone once the VLAN reads as named or as never made.
create table lnsap_vlan_claim (
  element text not null,
  vlan    text not null,
  circuit text not null,
  primary key (element, vlan)
);
