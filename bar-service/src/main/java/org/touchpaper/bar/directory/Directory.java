package org.touchpaper.bar.directory;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.touchpaper.segment.connection.Stp;

/**
 * What this broker knows of the world, under the prefix {@code touchpaper.bar}.
 *
 * @param campus the id of the campus this broker serves, such as {@code ucl}
 * @param lnsap the peer name of its campus's L-NSAP
 * @param nsap the peer name of the wide area's NSAP
 * @param networkRm the peer name of the resource manager in front of this broker; absent where
 *     nobody co-allocates through it
 * @param acceptors the peer names of HARC's acceptors, in the order all agree on
 * @param epoch the epoch of that set of acceptors: one more each time it changes
 * @param setupLead how long before a co-allocation starts its lightpath is booked from, so that it
 *     is up in time
 * @param decideWithin how long resource managers may take to vote; less where the start is nearer
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
   * @param name for people
   * @param network the id of its network, such as {@code ucl.ukl:2026}
   * @param bar the peer name of its broker; absent where it has none
   * @param border the STP by which circuits leave it
   * @param attachment the STP of the wide area that the border is connected to
   */
  public record Campus(
      String id,
      String name,
      String network,
      @Nullable String bar,
      @Nullable String border,
      @Nullable String attachment) {}

  /**
   * A machine that circuits can end at.
   *
   * @param name as people call it, such as {@code vis.ucl}
   * @param campus the id of its campus
   * @param stp where it is connected; absent where nothing can be booked
   */
  public record Host(String name, String campus, @Nullable String stp) {
    public Optional<Stp> port() {
      return Optional.ofNullable(stp).map(Stp::parse);
    }
  }

  /**
   * A machine whose nodes can be booked.
   *
   * @param name as people call it, such as {@code newton}
   * @param rm the peer name of its resource manager
   * @param nodes how many it has
   * @param processorsPerNode processors in each
   * @param host the host circuits to it end at
   */
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

  /** The campus this broker serves. */
  public Campus home() {
    return campuses.stream()
        .filter(site -> site.id().equals(campus))
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("touchpaper.bar.campus names no campus: " + campus));
  }

  /** The host at an STP, as people call it; the STP itself where none is known. */
  public String nameOf(Stp end) {
    return hosts.stream()
        .filter(host -> host.port().map(end::samePlaceAs).orElse(false))
        .map(Host::name)
        .findFirst()
        .orElse(end.toString());
  }

  /** The segments a circuit consists of, seen from this campus. */
  public Split split(Stp source, Stp destination) {
    return Split.of(this, source, destination);
  }
}
