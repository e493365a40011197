package org.touchpaper.bar.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.directory.BarProperties;
import org.touchpaper.bar.resource.MissingAnswer;
import org.touchpaper.bar.resource.NetworkTopology;
import org.touchpaper.bar.resource.NetworkTopology.HostAccess;
import org.touchpaper.bar.resource.NetworkTopology.WideAreaLink;
import org.touchpaper.bar.resource.NetworkTopologySource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads hosts and links over HTTP from the L-NSAP and the NSAP, side by side. */
@Component
class SegmentTopologyReader implements NetworkTopologySource {

  private final SegmentElementsClient segments;
  private final BarProperties bar;
  private final JsonMapper json;

  SegmentTopologyReader(SegmentElementsClient segments, BarProperties bar, JsonMapper json) {
    this.segments = segments;
    this.bar = bar;
    this.json = json;
  }

  /** The reply of a segment, which has some of the lists. A host may be an attachment. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  private record SegmentTopology(
      @Nullable String network,
      @Nullable List<HostAccess> hosts,
      @Nullable List<HostAccess> attachments,
      @Nullable List<WideAreaLink> links) {
    static final SegmentTopology NONE = new SegmentTopology(null, null, null, null);

    Stream<HostAccess> accesses() {
      return Stream.concat(orEmpty(hosts).stream(), orEmpty(attachments).stream());
    }

    static <T> List<T> orEmpty(@Nullable List<T> list) {
      return list == null ? List.of() : list;
    }
  }

  /** A reply, or why there is none. */
  private record TopologyReply(SegmentTopology topology, @Nullable MissingAnswer missing) {}

  @FunctionalInterface
  private interface TopologyCall {
    String send(String segment) throws IOException;
  }

  @Override
  public NetworkTopology read() {
    Future<TopologyReply> campus;
    Future<TopologyReply> wideArea;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      campus = threads.submit(() -> read(bar.lnsap(), segments::getCampus));
      wideArea = threads.submit(() -> read(bar.nsap(), segments::getTopology));
    } // waits for both
    var replies = List.of(campus.resultNow(), wideArea.resultNow());
    var links = replies.getLast().topology().links();
    return new NetworkTopology(
        replies.getLast().topology().network(),
        replies.stream().flatMap(reply -> reply.topology().accesses()).toList(),
        SegmentTopology.orEmpty(links),
        replies.stream().flatMap(reply -> Stream.ofNullable(reply.missing())).toList());
  }

  private TopologyReply read(@Nullable String segment, TopologyCall call) {
    if (segment == null) {
      return new TopologyReply(SegmentTopology.NONE, null);
    }
    try {
      var reply = json.readValue(call.send(segment), SegmentTopology.class);
      return new TopologyReply(reply, null);
    } catch (IOException | JacksonException e) {
      var reason = "does not return its topology: " + e.getMessage();
      return new TopologyReply(SegmentTopology.NONE, new MissingAnswer(null, segment, reason));
    }
  }
}
