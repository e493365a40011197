package org.touchpaper.bar.directory;

import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.io.Resource;
import org.touchpaper.bar.directory.NetworkDirectory.Campus;
import org.touchpaper.bar.directory.NetworkDirectory.Cluster;
import org.touchpaper.bar.directory.NetworkDirectory.Facility;
import org.touchpaper.bar.directory.NetworkDirectory.Host;
import org.touchpaper.platform.YamlFile;
import org.touchpaper.segment.connection.Stp;

/**
 * Reads and checks campuses, hosts, clusters and facilities in a YAML file such as {@code
 * directory.yaml}.
 */
public record DirectoryFile(
    @DefaultValue List<Campus> campuses,
    @DefaultValue List<Host> hosts,
    @DefaultValue List<Cluster> clusters,
    @DefaultValue List<Facility> facilities) {

  /**
   * Reads a file.
   *
   * @param addressOfPeer the URL of a peer; it is the address of a campus's broker that states none
   * @throws IllegalArgumentException with the file and every mistake, if it is invalid
   */
  public static NetworkDirectory read(
      Resource file, BarProperties bar, Function<String, Optional<URI>> addressOfPeer) {
    return YamlFile.read(
        file, "directory", DirectoryFile.class, read -> read.toDirectory(bar, addressOfPeer));
  }

  private NetworkDirectory toDirectory(
      BarProperties bar, Function<String, Optional<URI>> addressOfPeer) {
    var check = new DirectoryCheck();
    campuses.forEach(check::check);
    if (ids().contains(null)) {
      check.throwIfAny(); // the rest refers to the ids
    }
    check.requireDistinct("campus", campuses.stream().map(Campus::id).toList());
    check.requireDistinct("network", campuses.stream().map(Campus::network).toList());
    check.requireKnown("campus", bar.campus(), ids(), "touchpaper.bar.campus");
    campuses.forEach(campus -> check.checkBorder(campus, bar));
    check.requireDistinct("host", hosts.stream().map(Host::name).toList());
    hosts.forEach(host -> check.check(host, campuses));
    check.requireDistinct("cluster", clusters.stream().map(Cluster::name).toList());
    var hostNames = hosts.stream().map(Host::name).toList();
    clusters.forEach(cluster -> check.check(cluster, hostNames));
    check.requireDistinct("facility", facilities.stream().map(Facility::name).toList());
    facilities.forEach(check::check);
    check.throwIfAny();
    return new NetworkDirectory(
        bar,
        campuses.stream().map(campus -> withAddress(campus, addressOfPeer)).toList(),
        hosts,
        clusters,
        facilities);
  }

  private List<String> ids() {
    return campuses.stream().map(Campus::id).toList();
  }

  private static Campus withAddress(Campus campus, Function<String, Optional<URI>> addressOfPeer) {
    return campus.url() == null && campus.bar() != null
        ? campus.at(addressOfPeer.apply(campus.bar()).orElse(null))
        : campus;
  }

  /** All mistakes of a file, so that they can be mended at once. */
  private static final class DirectoryCheck {

    private final List<String> found = new ArrayList<>();

    void check(Campus campus) {
      require(campus.id(), "a campus has no id");
      require(campus.name(), "campus " + campus.id() + " has no name");
      require(campus.network(), "campus " + campus.id() + " has no network");
      requireStp(campus.border(), "the border of campus " + campus.id());
      requireStp(campus.attachment(), "the attachment of campus " + campus.id());
      requireHttp(campus.url(), "the url of campus " + campus.id());
      checkLocation(campus);
    }

    private void requireHttp(@Nullable URI url, String what) {
      if (url != null && (url.getHost() == null || !url.toString().startsWith("http"))) {
        found.add(what + " is no http or https address: " + url);
      }
    }

    private void checkLocation(Campus campus) {
      if ((campus.latitude() == null) != (campus.longitude() == null)) {
        found.add("campus " + campus.id() + " needs both latitude and longitude, or neither");
      }
      requireDegrees(campus.latitude(), 90, "the latitude of campus " + campus.id());
      requireDegrees(campus.longitude(), 180, "the longitude of campus " + campus.id());
    }

    private void requireDegrees(@Nullable Double degrees, int limit, String what) {
      if (degrees != null && !(Math.abs(degrees) <= limit)) {
        found.add("%s must be from -%d to %d degrees: %s".formatted(what, limit, limit, degrees));
      }
    }

    /** No name is looked up: the answer could be another at each call. */
    private void requireAddress(@Nullable String address, String what) {
      try {
        if (address != null) {
          InetAddress.ofLiteral(address);
        }
      } catch (IllegalArgumentException e) {
        found.add(what + " is no IP address: " + address);
      }
    }

    /**
     * Without an L-NSAP, the hosts of a campus are ends of the wide area; it has no border then.
     */
    void checkBorder(Campus campus, BarProperties bar) {
      if (bar.lnsap() == null && campus.id().equals(bar.campus()) && campus.border() != null) {
        found.add(
            "campus %s has a border, but touchpaper.bar.lnsap names no L-NSAP; set it, or remove the border"
                .formatted(campus.id()));
      }
    }

    void check(Host host, List<Campus> campuses) {
      require(host.name(), "a host has no name");
      requireKnown(
          "campus",
          host.campus(),
          campuses.stream().map(Campus::id).toList(),
          "host " + host.name());
      requireHttp(host.pathAgent(), "the pathAgent of host " + host.name());
      requireAddress(host.production(), "the production address of host " + host.name());
      requireStp(host.stp(), "the stp of host " + host.name())
          .ifPresent(stp -> {
            var networks =
                campuses.stream()
                    .filter(campus -> campus.id().equals(host.campus()))
                    .map(Campus::network)
                    .toList();
            if (!networks.isEmpty() && !networks.contains(stp.network())) {
              found.add(
                  "host %s is on campus %s, but its stp is in the network %s"
                      .formatted(host.name(), host.campus(), stp.network()));
            }
          });
    }

    void check(Cluster cluster, List<String> hosts) {
      require(cluster.name(), "a cluster has no name");
      require(cluster.rm(), "cluster " + cluster.name() + " has no rm");
      if (cluster.nodes() < 1) {
        found.add("cluster " + cluster.name() + " must have at least 1 node");
      }
      if (cluster.host() != null) {
        requireKnown("host", cluster.host(), hosts, "cluster " + cluster.name());
      }
    }

    void check(Facility facility) {
      require(facility.name(), "a facility has no name");
      require(facility.rm(), "facility " + facility.name() + " has no rm");
      if (facility.units().isEmpty()
          || facility.units().values().stream().anyMatch(capacity -> capacity < 1)) {
        found.add(
            "facility %s must have units, each at least 1, such as units: { tape: 500 }"
                .formatted(facility.name()));
      }
    }

    void require(@Nullable String value, String mistake) {
      if (value == null || value.isBlank()) {
        found.add(mistake);
      }
    }

    /** Null is a mistake of its own, found where the entry is checked. */
    void requireDistinct(String kind, List<String> names) {
      var seen = new HashSet<String>();
      names.stream()
          .filter(name -> !seen.add(name))
          .distinct()
          .forEach(name -> found.add(kind + " " + name + " is listed twice"));
    }

    void requireKnown(String kind, @Nullable String name, List<String> known, String where) {
      if (name == null || !known.contains(name)) {
        found.add(
            "%s names an unknown %s: %s; the file has %s"
                .formatted(where, kind, name, String.join(", ", known)));
      }
    }

    Optional<Stp> requireStp(@Nullable String text, String what) {
      try {
        return Optional.ofNullable(text).map(Stp::parse);
      } catch (IllegalArgumentException e) {
        found.add(what + " is invalid: " + e.getMessage());
        return Optional.empty();
      }
    }

    void throwIfAny() {
      if (!found.isEmpty()) {
        throw new IllegalArgumentException(String.join("; ", found));
      }
    }
  }
}
