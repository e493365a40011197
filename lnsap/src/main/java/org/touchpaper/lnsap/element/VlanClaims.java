package org.touchpaper.lnsap.element;

import java.util.Map;

/** The owners of VLANs of one edge that may lack a name. Durable. */
public interface VlanClaims {

  /** All claims: circuits by VLAN. */
  Map<String, String> list();

  /** Claims a VLAN for a circuit; replaces an earlier claim. */
  void put(String vlan, String circuit);

  /** Removes a circuit's claim; does nothing if the claim is another's. */
  void remove(String vlan, String circuit);
}
