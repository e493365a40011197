package org.touchpaper.lnsap.campus;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.io.Resource;
import org.touchpaper.platform.SettingValueRange;
import org.touchpaper.platform.YamlFile;
import org.touchpaper.segment.connection.VlanRange;

/** Reads a {@link Campus} and its site's limits from a YAML file such as {@code campus.yaml}. */
public record CampusFile(
    String name,
    String title,
    String network,
    String edge,
    BorderEntry border,
    @DefaultValue List<HostEntry> hosts,
    @Nullable String addresses,
    @DefaultValue SiteLimits policy) {

  /** Fails if an entry is missing; the binder passes null for it. */
  private static void require(@Nullable Object value, String entry) {
    if (value == null) {
      throw new IllegalArgumentException("the " + entry + " is missing");
    }
  }

  record BorderEntry(
      String name,
      @Nullable String port,
      int capacityMbps,
      String vlans,
      String peer,
      @Nullable PseudowireRangeEntry pseudowires) {
    Border border() {
      require(name, "name of the border");
      require(vlans, "border's range of VLANs (vlans)");
      require(peer, "border's peer");
      var labels = VlanRange.parse(vlans);
      return new Border(name, uplink(labels), capacityMbps, labels, peer);
    }

    private Border.Uplink uplink(VlanRange labels) {
      if (port != null && pseudowires == null) {
        return new Border.Port(InterfaceNameNormalizer.full(port));
      }
      if (port == null && pseudowires != null) {
        require(pseudowires.to(), "address of the far edge (to of pseudowires)");
        require(pseudowires.vcIds(), "range of VC ids (vcIds of pseudowires)");
        return pseudowires.toUplink(labels);
      }
      throw new IllegalArgumentException("the border must have either a port or pseudowires");
    }
  }

  record HostEntry(
      String name,
      String host,
      String port,
      int capacityMbps,
      @DefaultValue("shared") Host.Use use,
      @DefaultValue("true") boolean lightpaths,
      @DefaultValue("1500") int mtu) {
    Host toHost() {
      require(name, "name of a host");
      require(host, "host of " + name);
      require(port, "port of " + name);
      return new Host(
          name, host, InterfaceNameNormalizer.full(port), capacityMbps, use, lightpaths, mtu);
    }
  }

  /**
   * The limits of the site.
   *
   * @param roles the roles at people's home sites that may book
   * @param longest the longest duration of a circuit; 1 min to 3,660 days
   * @param horizon how far ahead a booking may end; 1 min to 3,660 days
   */
  public record SiteLimits(
      @DefaultValue({"scientist", "operator", "officer", "admin"}) Set<String> roles,
      @DefaultValue("30d") Duration longest,
      @DefaultValue("366d") Duration horizon) {

    private static final SettingValueRange<Duration> PERMITTED_TIME =
        new SettingValueRange<>(Duration.ofMinutes(1), Duration.ofDays(3_660));

    public SiteLimits {
      PERMITTED_TIME.check("longest of the policy", longest);
      PERMITTED_TIME.check("horizon of the policy", horizon);
      roles = Set.copyOf(roles);
    }
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException with the file and the entry, if it is invalid
   */
  public static CampusFile read(Resource file) {
    return YamlFile.read(
        file,
        "campus",
        CampusFile.class,
        read -> {
          var _ = read.campus(); // to check it now
          return read;
        });
  }

  /** The campus that the file describes. */
  public Campus campus() {
    require(name, "name");
    require(title, "title");
    require(network, "network");
    require(edge, "edge");
    require(border, "border");
    return new Campus(
        name,
        title,
        network,
        edge,
        border.border(),
        hosts.stream().map(HostEntry::toHost).toList(),
        addresses == null ? null : CircuitAddressRange.parse(addresses));
  }
}
