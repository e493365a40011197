package org.touchpaper.bar.directory;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.touchpaper.segment.connection.Stp;

/**
 * The broker's configuration under {@code touchpaper.bar}: its neighbours, campuses, hosts and
 * clusters.
 *
 * @param campus the id of the campus this broker serves, such as {@code ucl}
 * @param lnsap the peer name of the campus's L-NSAP
 * @param nsap the peer name of the wide area's NSAP
 * @param networkRm the peer name of the resource manager for this broker's lightpaths; absent if
 *     lightpaths are not co-allocated through this broker
 * @param acceptors the peer names of HARC's acceptors; all participants use the same order
 * @param epoch the epoch of that set of acceptors; incremented at each change
 * @param setupLead how long before a co-allocation's start its lightpath is booked, so that it is
 *     up in time
 * @param decideWithin how long resource managers may take to vote; less if the start is nearer
 * @param campuses all campuses
 * @param hosts all hosts
 * @param clusters all clusters
 */
@ConfigurationProperties("touchpaper.bar")
public record Directory(
    String campus,
    String lnsap,
    String nsap,
    @Nullable String networkRm,
    @DefaultValue List<String> acceptors,
    @DefaultValue("1") int epoch,
    @DefaultValue("10s") Duration setupLead,
    @DefaultValue("8s") Duration decideWithin,
    @DefaultValue List<Campus> campuses,
    @DefaultValue List<Host> hosts,
    @DefaultValue List<Cluster> clusters) {

  public Directory {
    networkRm = networkRm == null || networkRm.isBlank() ? null : networkRm;
    acceptors = List.copyOf(acceptors);
    campuses = List.copyOf(campuses);
    hosts = List.copyOf(hosts);
    clusters = List.copyOf(clusters);
  }

  /**
   * A site.
   *
   * @param id its short name, such as {@code ucl}
   * @param name its display name
   * @param network the id of its network, such as {@code ucl.ukl:2026}
   * @param bar the peer name of its broker; absent if it has none
   * @param border the STP at which circuits leave the campus
   * @param attachment the STP of the wide area that the border connects to
   */
  @ConfigurationPropertiesSource
  public record Campus(
      String id,
      String name,
      String network,
      @Nullable String bar,
      @Nullable String border,
      @Nullable String attachment) {}

  /**
   * A machine at which circuits can end.
   *
   * @param name its display name, such as {@code vis.ucl}
   * @param campus the id of its campus
   * @param stp where it is connected; absent if it cannot be booked
   */
  @ConfigurationPropertiesSource
  public record Host(String name, String campus, @Nullable String stp) {
    public Optional<Stp> port() {
      return Optional.ofNullable(stp).map(Stp::parse);
    }
  }

  /**
   * A machine whose nodes can be booked.
   *
   * @param name its display name, such as {@code newton}
   * @param rm the peer name of its resource manager
   * @param nodes the number of nodes
   * @param processorsPerNode the number of processors per node
   * @param host the host at which circuits to it end
   */
  @ConfigurationPropertiesSource
  public record Cluster(
      String name,
      String rm,
      int nodes,
      @DefaultValue("1") int processorsPerNode,
      @Nullable String host) {}

  public Optional<Host> host(String name) {
    return hosts.stream().filter(host -> host.name().equals(name)).findFirst();
  }

  public Optional<Cluster> cluster(String name) {
    return clusters.stream().filter(cluster -> cluster.name().equals(name)).findFirst();
  }

  public Optional<Campus> campusOf(Stp end) {
    return campuses.stream().filter(site -> site.network().equals(end.network())).findFirst();
  }

  public Optional<Campus> campusOf(Host host) {
    return campuses.stream().filter(site -> site.id().equals(host.campus())).findFirst();
  }

  /** True if lightpaths can end at the host: it has a port, and its campus a broker. */
  public boolean isBookable(Host host) {
    return host.stp() != null && campusOf(host).map(site -> site.bar() != null).orElse(false);
  }

  /** The campus this broker serves. */
  public Campus home() {
    return campuses.stream()
        .filter(site -> site.id().equals(campus))
        .findFirst()
        .orElseThrow(() ->
            new IllegalStateException("touchpaper.bar.campus names an unknown campus: " + campus));
  }

  /** Returns the name of the host at an STP, or the STP itself if no host is there. */
  public String nameOf(Stp end) {
    return hosts.stream()
        .filter(host -> host.port().map(end::isSamePortAs).orElse(false))
        .map(Host::name)
        .findFirst()
        .orElse(end.toString());
  }

  /** Cuts a circuit into segments, seen from this campus. */
  public CircuitSplit split(Stp source, Stp destination) {
    return CircuitSplit.of(this, source, destination);
  }
}
