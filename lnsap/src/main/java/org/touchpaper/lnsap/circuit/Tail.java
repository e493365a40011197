package org.touchpaper.lnsap.circuit;

import tools.jackson.databind.json.JsonMapper;

/**
 * A circuit's way over the campus.
 *
 * @param edge the edge element's TID
 * @param hostPort the interface the host hangs on
 * @param tagged whether the host sees the VLAN tag
 * @param borderPort the interface towards the wide area
 * @param vlan the label, at the border and on the edge
 */
public record Tail(String edge, String hostPort, boolean tagged, String borderPort, int vlan) {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  String toJson() {
    return JSON.writeValueAsString(this);
  }

  /** Reads what an admission wrote. */
  public static Tail fromJson(String plan) {
    return JSON.readValue(plan, Tail.class);
  }
}
