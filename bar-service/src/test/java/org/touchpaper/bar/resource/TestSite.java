package org.touchpaper.bar.resource;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ByteArrayResource;
import org.touchpaper.bar.directory.BarProperties;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.bar.directory.NetworkDirectory.Campus;
import org.touchpaper.bar.directory.NetworkDirectory.Cluster;
import org.touchpaper.bar.directory.NetworkDirectory.Facility;
import org.touchpaper.bar.directory.NetworkDirectory.Host;
import org.touchpaper.bar.resource.NetworkTopology.HostAccess;
import org.touchpaper.bar.resource.NetworkTopology.WideAreaLink;

/** UCL with two hosts, Manchester with one and a cluster, and a link. */
final class TestSite {

  static final URI SELF = URI.create("https://bar.ucl.example");
  static final URI MANCHESTER = URI.create("https://bar.manchester.example");

  static final NetworkTopology TOPOLOGY =
      new NetworkTopology(
          "wan.ukl:2026",
          List.of(
              new HostAccess("urn:ogf:network:ucl.ukl:2026:vis", 1000, 1, true, 9000),
              new HostAccess("urn:ogf:network:ucl.ukl:2026:office", 1000, 1, false, 1500)),
          List.of(
              new WideAreaLink(
                  "LONDON-READING", "LONDON", "READING", 10_000, 48, new BigDecimal("1.0"))),
          List.of());

  private TestSite() {}

  static NetworkDirectory directory() {
    var bar =
        new BarProperties(
            "ucl",
            "lnsap-ucl",
            "nsap",
            "rm-network",
            List.of("acceptor-1"),
            1,
            Duration.ofSeconds(10),
            Duration.ofSeconds(8),
            new ByteArrayResource(new byte[0]),
            Duration.ofHours(1));
    return new NetworkDirectory(
        bar,
        List.of(campus("ucl", "UCL", null), campus("manchester", "Manchester", MANCHESTER)),
        List.of(
            new Host("vis.ucl", "ucl", "urn:ogf:network:ucl.ukl:2026:vis", null, null),
            new Host("office.ucl", "ucl", "urn:ogf:network:ucl.ukl:2026:office", null, null),
            new Host(
                "newton.manchester",
                "manchester",
                "urn:ogf:network:manchester.ukl:2026:newton",
                null,
                null)),
        List.of(new Cluster("newton", "rm-newton", 128, 4, "newton.manchester")),
        List.of(new Facility("store", "rm-store", Map.of("tape", 500))));
  }

  private static Campus campus(String id, String name, @Nullable URI url) {
    return new Campus(
        id,
        name,
        id + ".ukl:2026",
        "bar-" + id,
        url,
        "urn:ogf:network:%s.ukl:2026:border?vlan=100-199".formatted(id),
        "urn:ogf:network:wan.ukl:2026:%s?vlan=100-199".formatted(id),
        null,
        null);
  }
}
