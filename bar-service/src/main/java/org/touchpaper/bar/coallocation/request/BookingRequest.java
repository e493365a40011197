package org.touchpaper.bar.coallocation.request;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.run.LaunchOrStopOrder;
import tools.jackson.databind.json.JsonMapper;

/**
 * A request to make a co-allocation.
 *
 * @param when the requested schedule; its fields are unwrapped in the digest's input
 */
public record BookingRequest(
    String description,
    @JsonUnwrapped RequestedSchedule when,
    List<Nodes> compute,
    List<Circuit> lightpaths,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<UnitAmount> units) {

  public BookingRequest {
    compute = List.copyOf(compute);
    lightpaths = List.copyOf(lightpaths);
    units = List.copyOf(units);
  }

  /** A request without units of facilities. */
  public BookingRequest(
      String description, RequestedSchedule when, List<Nodes> compute, List<Circuit> lightpaths) {
    this(description, when, compute, lightpaths, List.of());
  }

  /** Returns the SHA-256 digest of the request, which is independent of its formatting. */
  public String digest() {
    return digest(this);
  }

  /** Returns the SHA-256 digest of an object's JSON. */
  public static String digest(Object content) {
    try {
      var text = JsonMapper.shared().writeValueAsBytes(content);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /**
   * Nodes of a cluster.
   *
   * @param id the existing part that is meant; null if none is named
   * @param run what to launch on them or to stop; null if that stays as it is
   */
  public record Nodes(
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable UUID id,
      String resource,
      int nodes,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LaunchOrStopOrder run) {
    public Nodes(@Nullable UUID id, String resource, int nodes) {
      this(id, resource, nodes, null);
    }

    public Nodes(String resource, int nodes) {
      this(null, resource, nodes);
    }

    public Nodes withRun(@Nullable LaunchOrStopOrder order) {
      return new Nodes(id, resource, nodes, order);
    }
  }

  /**
   * A lightpath between two hosts.
   *
   * @param id the existing part that is meant; null if none is named
   */
  public record Circuit(
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable UUID id,
      String source,
      String destination,
      int bandwidthMbps) {
    public Circuit(String source, String destination, int bandwidthMbps) {
      this(null, source, destination, bandwidthMbps);
    }
  }

  /**
   * An amount of a unit of a store or an instrument.
   *
   * @param id the existing part that is meant; null if none is named
   * @param resource the facility
   */
  public record UnitAmount(
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable UUID id,
      String resource,
      String unit,
      int amount) {
    public UnitAmount(String resource, String unit, int amount) {
      this(null, resource, unit, amount);
    }
  }
}
