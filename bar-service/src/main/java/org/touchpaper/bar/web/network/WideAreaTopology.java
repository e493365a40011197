package org.touchpaper.bar.web.network;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The wide area as its NSAP describes it: elements, links and where campuses are attached. */
@JsonIgnoreProperties(ignoreUnknown = true)
record WideAreaTopology(
    @Nullable List<WideAreaNode> nodes,
    @Nullable List<WideAreaLink> links,
    @Nullable List<WideAreaAttachment> attachments) {

  static final WideAreaTopology NONE = new WideAreaTopology(null, null, null);

  @JsonIgnoreProperties(ignoreUnknown = true)
  record WideAreaNode(
      String id, @Nullable String site, @Nullable Double longitude, @Nullable Double latitude) {

    MapLayout.@Nullable Location location() {
      return latitude == null || longitude == null
          ? null
          : new MapLayout.Location(latitude, longitude);
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  record WideAreaLink(
      String id,
      String from,
      String to,
      int capacityMbps,
      @Nullable Integer granularityMbps,
      @Nullable Integer slots,
      @Nullable BigDecimal latencyMs) {

    /** What lightpaths can have together: less than the capacity if its slots are fewer. */
    int usableMbps() {
      return granularityMbps == null || slots == null
          ? capacityMbps
          : Math.min(capacityMbps, granularityMbps * slots);
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  record WideAreaAttachment(
      String name, @Nullable String stp, @Nullable String node, int capacityMbps) {}

  /** The elements, also those that only a link names. */
  List<WideAreaNode> elements() {
    var described = orEmpty(nodes);
    var known = described.stream().map(WideAreaNode::id).toList();
    var ends =
        listLinks().stream()
            .flatMap(link -> Stream.of(link.from(), link.to()))
            .filter(id -> !known.contains(id))
            .distinct()
            .map(id -> new WideAreaNode(id, null, null, null));
    return Stream.concat(described.stream(), ends).toList();
  }

  List<WideAreaLink> listLinks() {
    return orEmpty(links);
  }

  List<WideAreaAttachment> listAttachments() {
    return orEmpty(attachments).stream()
        .filter(attachment -> attachment.stp() != null && attachment.node() != null)
        .toList();
  }

  private static <T> List<T> orEmpty(@Nullable List<T> list) {
    return list == null ? List.of() : list.stream().filter(Objects::nonNull).toList();
  }
}
