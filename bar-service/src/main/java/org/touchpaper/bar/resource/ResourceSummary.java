package org.touchpaper.bar.resource;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.run.OfferedApplication;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.bar.resource.NetworkTopology.HostAccess;
import org.touchpaper.bar.resource.NetworkTopology.WideAreaLink;

/**
 * A resource with its limits, as the API describes it. Absent is what its site does not say.
 *
 * @param unit what its capacity is counted in
 * @param capacity the most that can be booked at a time
 * @param granularity capacity is taken in multiples of this
 * @param setupLead how long before a co-allocation its lightpaths begin
 * @param mtu the longest IP packet in bytes
 * @param bar the address of the broker that books it; absent if none does
 * @param host where lightpaths to a cluster end
 * @param from one end of a link
 * @param to the other end
 * @param applications what a cluster runs for the caller
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ResourceSummary(
    String name,
    ResourceKind type,
    boolean bookable,
    @Nullable URI bar,
    String unit,
    @Nullable Integer capacity,
    @Nullable Integer granularity,
    @Nullable String setupLead,
    @Nullable String campus,
    @Nullable String stp,
    @Nullable Integer mtu,
    @Nullable String host,
    @Nullable Integer processorsPerNode,
    @Nullable String from,
    @Nullable String to,
    @Nullable BigDecimal latencyMs,
    @Nullable List<OfferedApplication> applications) {

  static final String MBPS = "Mbit/s";
  static final String NODES = "nodes";

  /**
   * Describes all resources: hosts, then clusters, units of facilities, and links.
   *
   * @param self the address of this broker
   */
  public static List<ResourceSummary> list(
      NetworkDirectory directory, NetworkTopology topology, URI self) {
    return Stream.of(
            directory.hosts().stream().map(host -> of(host, directory, topology, self)),
            directory.clusters().stream().map(cluster -> of(cluster, directory, self)),
            directory.facilities().stream().flatMap(facility -> of(facility, directory, self)),
            topology.links().stream().map(ResourceSummary::of))
        .flatMap(summaries -> summaries)
        .toList();
  }

  private static ResourceSummary of(
      NetworkDirectory.Host host, NetworkDirectory directory, NetworkTopology topology, URI self) {
    var access = host.port().flatMap(topology::access);
    var bookable =
        directory.isBookable(host)
            && !access.map(HostAccess::lightpaths).equals(Optional.of(false));
    var campus = directory.campusOf(host);
    var address =
        campus
            .map(NetworkDirectory.Campus::url)
            .or(() -> campus.filter(directory.home()::equals).map(_ -> self));
    return new ResourceSummary(
        host.name(),
        ResourceKind.HOST,
        bookable,
        bookable ? address.orElse(null) : null,
        MBPS,
        access.map(HostAccess::capacityMbps).orElse(null),
        access.map(HostAccess::granularityMbps).orElse(null),
        directory.bar().setupLead().toString(),
        campus.map(NetworkDirectory.Campus::name).orElse(null),
        host.stp(),
        access.map(HostAccess::mtu).orElse(null),
        null,
        null,
        null,
        null,
        null,
        null);
  }

  /** A broker with acceptors books every cluster of its directory. */
  private static ResourceSummary of(
      NetworkDirectory.Cluster cluster, NetworkDirectory directory, URI self) {
    var bookable = !directory.bar().acceptors().isEmpty();
    return new ResourceSummary(
        cluster.name(),
        ResourceKind.CLUSTER,
        bookable,
        bookable ? self : null,
        NODES,
        cluster.nodes(),
        1,
        null,
        null,
        null,
        null,
        cluster.host(),
        cluster.processorsPerNode(),
        null,
        null,
        null,
        null);
  }

  private static Stream<ResourceSummary> of(
      NetworkDirectory.Facility facility, NetworkDirectory directory, URI self) {
    var bookable = !directory.bar().acceptors().isEmpty();
    return new TreeMap<>(facility.units())
        .entrySet().stream()
            .map(unit ->
                new ResourceSummary(
                    facility.name() + "/" + unit.getKey(),
                    ResourceKind.UNITS,
                    bookable,
                    bookable ? self : null,
                    unit.getKey(),
                    unit.getValue(),
                    1,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null));
  }

  /** A link is not booked by itself: lightpaths cross it. */
  private static ResourceSummary of(WideAreaLink link) {
    return new ResourceSummary(
        link.id(),
        ResourceKind.LINK,
        false,
        null,
        MBPS,
        link.capacityMbps(),
        link.granularityMbps(),
        null,
        null,
        null,
        null,
        null,
        null,
        link.from(),
        link.to(),
        link.latencyMs(),
        null);
  }

  /** Returns a cluster with what it runs. */
  public ResourceSummary withApplications(List<OfferedApplication> known) {
    return new ResourceSummary(
        name,
        type,
        bookable,
        bar,
        unit,
        capacity,
        granularity,
        setupLead,
        campus,
        stp,
        mtu,
        host,
        processorsPerNode,
        from,
        to,
        latencyMs,
        known);
  }
}
