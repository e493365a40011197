package org.touchpaper.lnsap.element;

import java.util.Map;

/**
 * Whose the VLANs of one edge are that may have been made without taking a name, for it tells that
 * to nobody. Durable: what is put is there after a crash.
 */
public interface VlanClaims {

  /** The circuits, by VLAN. */
  Map<String, String> list();

  /** The VLAN is this circuit's, whosever it was. */
  void put(String vlan, String circuit);

  /** Does nothing unless it is this circuit's. */
  void remove(String vlan, String circuit);
}
