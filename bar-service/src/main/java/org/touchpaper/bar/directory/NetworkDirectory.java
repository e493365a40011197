package org.touchpaper.bar.directory;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.security.RequiredPeersRule;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Stp;

/**
 * A site's view of the network: campuses with their brokers, hosts, clusters and facilities. It is
 * read from a file and replaced as a whole: see {@link CurrentNetworkDirectory}.
 *
 * @param bar this broker's neighbours
 */
public record NetworkDirectory(
    BarProperties bar,
    List<Campus> campuses,
    List<Host> hosts,
    List<Cluster> clusters,
    List<Facility> facilities) {

  public NetworkDirectory {
    campuses = List.copyOf(campuses);
    hosts = List.copyOf(hosts);
    clusters = List.copyOf(clusters);
    facilities = List.copyOf(facilities);
  }

  /** How much it contains. */
  String describe() {
    return "%d campuses, %d hosts, %d clusters, %d facilities"
        .formatted(campuses.size(), hosts.size(), clusters.size(), facilities.size());
  }

  /** The id of the campus this broker serves. */
  public String campus() {
    return bar.campus();
  }

  /** A peer of this broker, which must be configured, and what it is. */
  public record DirectoryPeer(String name, List<String> roles, String meaning) {

    /** Says what it lacks among the peers. */
    public Stream<String> mistakes(PeerRegistry peers) {
      return RequiredPeersRule.of(name, roles, meaning).mistakes(peers);
    }
  }

  /**
   * A site.
   *
   * @param id its short name, such as {@code ucl}
   * @param name its display name
   * @param network the id of its network, such as {@code ucl.ukl:2026}
   * @param bar the peer name of its broker; absent if it has none
   * @param url where people and programs reach its broker; by default the broker's URL among the
   *     peers
   * @param border the STP at which circuits leave the campus
   * @param attachment the STP of the wide area that the border connects to
   * @param latitude where it is on maps, in degrees north; absent with the longitude
   * @param longitude in degrees east
   */
  public record Campus(
      String id,
      String name,
      String network,
      @Nullable String bar,
      @Nullable URI url,
      @Nullable String border,
      @Nullable String attachment,
      @Nullable Double latitude,
      @Nullable Double longitude) {

    Campus at(@Nullable URI address) {
      return new Campus(id, name, network, bar, address, border, attachment, latitude, longitude);
    }

    /** Says where to ask for what this campus's broker can book. */
    public String advice() {
      return "ask the BAR of " + name + (url == null ? "" : ": " + url);
    }
  }

  /**
   * A machine at which circuits can end.
   *
   * @param name its display name, such as {@code vis.ucl}
   * @param campus the id of its campus
   * @param stp where it is connected; absent if it cannot be booked
   * @param pathAgent where the agent beside it takes path checks; absent if there is none
   * @param production its address on the production network; absent if that may not be used instead
   *     of a lightpath
   */
  public record Host(
      String name,
      String campus,
      @Nullable String stp,
      @Nullable URI pathAgent,
      @Nullable String production) {
    public Optional<Stp> port() {
      return Optional.ofNullable(stp).map(Stp::parse);
    }

    boolean isAt(Stp end) {
      return port().map(end::isSamePortAs).orElse(false);
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
  public record Cluster(
      String name,
      String rm,
      int nodes,
      @DefaultValue("1") int processorsPerNode,
      @Nullable String host) {}

  /**
   * A store or an instrument whose units can be booked.
   *
   * @param name its display name, such as {@code store}
   * @param rm the peer name of its resource manager
   * @param units the capacity of each unit: {@code tape} 500, {@code microscope} 1
   */
  public record Facility(String name, String rm, @DefaultValue Map<String, Integer> units) {
    public Facility {
      units = Map.copyOf(units);
    }
  }

  public Optional<Host> host(String name) {
    return hosts.stream().filter(host -> host.name().equals(name)).findFirst();
  }

  public Optional<Cluster> cluster(String name) {
    return clusters.stream().filter(cluster -> cluster.name().equals(name)).findFirst();
  }

  public Optional<Facility> facility(String name) {
    return facilities.stream().filter(facility -> facility.name().equals(name)).findFirst();
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
        .filter(site -> site.id().equals(campus()))
        .findFirst()
        .orElseThrow(); // the file was checked
  }

  /** Returns the name of the host at an STP, or the STP itself if no host is there. */
  public String nameOf(Stp end) {
    return hosts.stream()
        .filter(host -> host.isAt(end))
        .map(Host::name)
        .findFirst()
        .orElse(end.toString());
  }

  /**
   * The hosts at the ends with their addresses on the production network; empty if none has one.
   */
  public Optional<String> productionAddresses(Criteria criteria) {
    var known =
        Stream.of(criteria.source(), criteria.destination())
            .flatMap(end -> hosts.stream().filter(host -> host.isAt(end)))
            .filter(host -> host.production() != null)
            .map(host -> host.name() + " " + host.production())
            .collect(Collectors.joining(", "));
    return known.isEmpty() ? Optional.empty() : Optional.of(known);
  }

  /** The brokers of other campuses, and the resource managers if it co-allocates. */
  public List<DirectoryPeer> requiredPeers() {
    var brokers =
        campuses.stream()
            .filter(site -> !site.id().equals(campus()))
            .flatMap(site ->
                Stream.ofNullable(site.bar())
                    .map(name ->
                        new DirectoryPeer(
                            name, List.of("segment", "holder"), "the BAR of " + site.id())));
    var resourceManagers =
        Stream.concat(
            clusters.stream().map(cluster -> resourceManager(cluster.rm(), cluster.name())),
            facilities.stream().map(facility -> resourceManager(facility.rm(), facility.name())));
    return Stream.concat(brokers, bar.acceptors().isEmpty() ? Stream.of() : resourceManagers)
        .toList();
  }

  private static DirectoryPeer resourceManager(String rm, String name) {
    return new DirectoryPeer(rm, List.of("rm"), "the resource manager of " + name);
  }

  /** The campus whose broker books a circuit between two campuses, if either has one. */
  static Optional<Campus> responsibleFor(Campus from, Campus to) {
    return Stream.of(from, to).filter(site -> site.bar() != null).findFirst();
  }

  /**
   * The campus whose broker books a circuit that has no end here; empty if this broker does, or if
   * none does.
   */
  public Optional<Campus> responsibleElsewhere(Host source, Host destination) {
    var ends = Stream.of(source, destination).flatMap(host -> campusOf(host).stream()).toList();
    return ends.size() < 2 || ends.contains(home())
        ? Optional.empty()
        : responsibleFor(ends.getFirst(), ends.getLast());
  }

  /** Cuts a circuit into segments, seen from this campus. */
  public CircuitSplitResult split(Stp source, Stp destination) {
    return CircuitSplitResult.of(this, source, destination);
  }
}
