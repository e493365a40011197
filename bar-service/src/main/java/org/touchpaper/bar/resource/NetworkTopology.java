package org.touchpaper.bar.resource;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Stp;

/**
 * What this site's L-NSAP says about its hosts, and the NSAP about the wide area.
 *
 * @param network the id of the wide area in STPs; null if it does not answer
 * @param missing the services that gave no answer; what they would say is absent
 */
public record NetworkTopology(
    @Nullable String network,
    List<HostAccess> hosts,
    List<WideAreaLink> links,
    List<MissingAnswer> missing) {

  public NetworkTopology {
    hosts = List.copyOf(hosts);
    links = List.copyOf(links);
    missing = List.copyOf(missing);
  }

  /**
   * The access of a host to its network.
   *
   * @param stp where it is
   * @param granularityMbps what one lightpath takes at least; null if any amount
   * @param lightpaths whether the site permits lightpaths to end there; null if it does
   * @param mtu the longest IP packet in bytes; null if not known
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record HostAccess(
      String stp,
      int capacityMbps,
      @Nullable Integer granularityMbps,
      @Nullable Boolean lightpaths,
      @Nullable Integer mtu) {}

  /**
   * A link of the wide area.
   *
   * @param granularityMbps its capacity is taken in multiples of this; null if not known
   * @param latencyMs one way; null if not known
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record WideAreaLink(
      String id,
      String from,
      String to,
      int capacityMbps,
      @Nullable Integer granularityMbps,
      @Nullable BigDecimal latencyMs) {}

  Optional<HostAccess> access(Stp end) {
    return hosts.stream().filter(host -> Stp.parse(host.stp()).isSamePortAs(end)).findFirst();
  }

  Optional<WideAreaLink> link(String id) {
    return links.stream().filter(link -> link.id().equals(id)).findFirst();
  }

  /**
   * The multiples in which a lightpath through the wide area takes capacity of the coarsest link.
   */
  Optional<Integer> coarsestGranularity() {
    return links.stream()
        .flatMap(link -> Optional.ofNullable(link.granularityMbps()).stream())
        .max(Integer::compare);
  }
}
