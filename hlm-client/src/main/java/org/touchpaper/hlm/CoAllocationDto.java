package org.touchpaper.hlm;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A co-allocation of lightpaths, supercomputer nodes and units, each part with its state and the id
 * that names it in a change.
 *
 * @param etag the ETag of the answer, for {@code If-Match}; null in lists
 * @param releasing true from the order to cancel until every part's capacity is free; null else
 */
public record CoAllocationDto(
    String id,
    String state,
    @Nullable String description,
    @Nullable String owner,
    FixedSchedule schedule,
    List<Compute> compute,
    List<Lightpath> lightpaths,
    List<Units> units,
    @Nullable Boolean releasing,
    @Nullable String problem,
    @Nullable String reason,
    @Nullable Change change,
    @Nullable String etag) {

  public CoAllocationDto {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(schedule, "schedule");
    compute = NullableLists.orEmpty(compute);
    lightpaths = NullableLists.orEmpty(lightpaths);
    units = NullableLists.orEmpty(units);
  }

  /**
   * Nodes of a cluster.
   *
   * @param id the id of the part
   * @param reference the name in its batch scheduler
   * @param run what runs on them, or ran last; null if nothing was ordered
   */
  public record Compute(
      @Nullable String id,
      String resource,
      int nodes,
      String state,
      @Nullable String reference,
      @Nullable Run run,
      @Nullable String problem,
      @Nullable String reason) {}

  /**
   * What runs on nodes, or ran last.
   *
   * @param state new, queued, held, active, completed, failed or canceled
   * @param number counts the launches; null until the cluster has said something about this one
   * @param endpoint where a viewer reaches it; null if it has no port
   * @param endpointPath {@code lightpath} or {@code production}; null if no lightpath has an
   *     address there
   * @param endpointReason why the endpoint is not on the lightpath; else null
   * @param waitingFor {@code lightpath} while that to the endpoint is not active, {@code
   *     path-check} while it is being checked
   * @param output the last lines that it wrote; empty in lists
   */
  public record Run(
      String application,
      List<String> arguments,
      Map<String, String> environment,
      CoAllocationRequest.@Nullable Resources resources,
      @Nullable String viewer,
      String state,
      @Nullable Integer number,
      @Nullable String jobId,
      List<String> nodes,
      @Nullable String endpoint,
      @Nullable String endpointPath,
      @Nullable String endpointReason,
      @Nullable String waitingFor,
      @Nullable Instant since,
      @Nullable Integer exitCode,
      @Nullable String message,
      List<String> output) {
    public Run {
      arguments = NullableLists.orEmpty(arguments);
      environment = environment == null ? Map.of() : Map.copyOf(environment);
      nodes = NullableLists.orEmpty(nodes);
      output = NullableLists.orEmpty(output);
    }

    /** The request that launches the same. */
    public CoAllocationRequest.Run toRequest() {
      return new CoAllocationRequest.Run(application, arguments, environment, resources, viewer);
    }
  }

  /** An amount of a unit of a store or an instrument. */
  public record Units(
      @Nullable String id,
      String resource,
      String unit,
      int amount,
      String state,
      @Nullable String problem,
      @Nullable String reason) {}

  /**
   * A lightpath and its path through the network.
   *
   * @param endpoints empty until it is committed, as {@code endHost} is null
   * @param pathCheck null until it is active
   * @param cut the cut that ended it; null if none did, and in lists
   */
  public record Lightpath(
      @Nullable String id,
      String connectionId,
      String state,
      String source,
      String destination,
      int bandwidthMbps,
      List<String> path,
      @Nullable String problem,
      @Nullable String reason,
      List<Endpoint> endpoints,
      @Nullable EndHost endHost,
      @Nullable PathCheck pathCheck,
      @Nullable Cut cut) {
    public Lightpath {
      path = NullableLists.orEmpty(path);
      endpoints = NullableLists.orEmpty(endpoints);
    }
  }

  /**
   * A cut by a security officer.
   *
   * @param id at the service that made it; null if the BAR ended the lightpath
   * @param by whose office, or who
   * @param at when it was ordered, ISO 8601
   * @param reason null if none was given
   */
  public record Cut(@Nullable String id, String by, String at, @Nullable String reason) {}

  /**
   * What the last check of a lightpath's path found. What was not measured is null.
   *
   * @param state pending, passed, failed or unavailable
   * @param reordered how many answers a later packet overtook
   * @param message null while it is pending
   */
  public record PathCheck(
      String state,
      @Nullable PathRoundTrip roundTrip,
      @Nullable PathLoss loss,
      @Nullable Integer reordered,
      @Nullable String message) {}

  /**
   * Round-trip times in ms.
   *
   * @param expected over the links of the path; null if their latencies are not known
   */
  public record PathRoundTrip(
      BigDecimal min,
      BigDecimal p50,
      BigDecimal p99,
      BigDecimal jitter,
      @Nullable BigDecimal expected) {}

  /**
   * Lost test packets.
   *
   * @param ruledOutAbove the share of packets, 0 to 1, above which loss is ruled out
   * @param confidence with which it is ruled out
   */
  public record PathLoss(
      int sent,
      int lost,
      int lostThere,
      int lostBack,
      BigDecimal ruledOutAbove,
      BigDecimal confidence) {}

  /**
   * One end of a lightpath. What the site does not say is null.
   *
   * @param production the host's address on the production network, if a run may go on there
   */
  public record Endpoint(
      String host,
      @Nullable String element,
      @Nullable String port,
      @Nullable Integer vlan,
      @Nullable Boolean tagged,
      @Nullable Integer mtu,
      int rateMbps,
      @Nullable String address,
      @Nullable String production) {}

  /** What to expect of a lightpath. Numbers are null if its latency is not known. */
  public record EndHost(
      @Nullable BigDecimal roundTripMs,
      @Nullable Long bandwidthDelayProductBytes,
      @Nullable Long tcpBufferBytes,
      @Nullable BigDecimal recoverySeconds,
      @Nullable Long delayedBytes,
      List<HostCommands> commands) {
    public EndHost {
      commands = NullableLists.orEmpty(commands);
    }
  }

  /** Lines to paste on a Linux host. */
  public record HostCommands(String host, List<String> setUp, List<String> tearDown) {
    public HostCommands {
      setUp = NullableLists.orEmpty(setUp);
      tearDown = NullableLists.orEmpty(tearDown);
    }
  }

  /** The last requested change and its state. */
  public record Change(String state, String wanted, @Nullable String reason) {}

  /**
   * A page of a list.
   *
   * @param next the cursor of the next page; null on the last
   * @param count how many bookings match, on all pages; null unless requested
   * @param countIsExact false if more than {@code count} match; null unless requested
   */
  public record Page(
      List<CoAllocationDto> items,
      @Nullable String next,
      @Nullable Long count,
      @Nullable Boolean countIsExact) {
    public Page {
      items = NullableLists.orEmpty(items);
    }
  }
}
