package org.touchpaper.lnsap.circuit;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import tools.jackson.databind.json.JsonMapper;

/**
 * A circuit's path over the campus. It leaves by a port or by a pseudowire.
 *
 * @param edge the edge element's TID
 * @param hostPort the interface of the host
 * @param tagged whether the host receives the VLAN tag
 * @param uplink how it leaves the edge
 * @param vlan the label, at the border and on the edge
 */
public record CampusRoute(String edge, String hostPort, boolean tagged, Uplink uplink, int vlan) {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** How a circuit leaves the edge. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
  @JsonSubTypes({@JsonSubTypes.Type(Port.class), @JsonSubTypes.Type(Pseudowire.class)})
  public sealed interface Uplink {}

  /** By this interface, with its VLAN tag. */
  public record Port(String name) implements Uplink {}

  /**
   * In its own Ethernet pseudowire (RFC 4448).
   *
   * @param peer the far edge's LDP router id
   * @param vcId its id at both ends
   */
  public record Pseudowire(String peer, long vcId) implements Uplink {}

  String toJson() {
    return JSON.writeValueAsString(this);
  }

  /** Parses {@link #toJson}. */
  public static CampusRoute fromJson(String plan) {
    return JSON.readValue(plan, CampusRoute.class);
  }
}
