package org.touchpaper.demo.probe;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.touchpaper.segment.connection.ConnectionId;
import tools.jackson.databind.JsonNode;

/**
 * Reads reservation state and free capacity from each segment. The connections are those that UCL's
 * broker booked.
 */
public record SegmentStateReader(DemoHttpClient calls) {

  private static final String HOME = "bar-ucl";

  private static final Pattern STEP =
      Pattern.compile("<(?:\\w+:)?step>.*?</(?:\\w+:)?step>", Pattern.DOTALL);

  /** The two STPs of every segment of the demo's lightpath. */
  private static final Map<String, List<String>> ENDS =
      new TreeMap<>(
          Map.of(
              "lnsap-ucl", List.of("ucl.ukl:2026:vis", "ucl.ukl:2026:border"),
              "nsap", List.of("wan.ukl:2026:UCL", "wan.ukl:2026:MAN"),
              "lnsap-manchester",
                  List.of("manchester.ukl:2026:border", "manchester.ukl:2026:newton"),
              "bar-manchester", List.of("manchester.ukl:2026:border", "manchester.ukl:2026:newton"),
              "bar-ucl", List.of("ucl.ukl:2026:vis", "manchester.ukl:2026:newton")));

  /**
   * Returns the state of a connection at a segment, queried over SOAP. The id at that segment comes
   * from the broker, or is derived as the broker derives it.
   */
  public String state(String service, String connection) {
    var ids = idsAt(service, connection);
    if (ids.isEmpty()) {
      return "UNKNOWN";
    }
    var states = ids.stream().map(id -> stateAt(service, id)).distinct().toList();
    return states.size() == 1 ? states.getFirst() : states.toString();
  }

  private List<String> idsAt(String service, String connection) {
    if (service.equals(HOME)) {
      return List.of(connection);
    }
    var segments =
        calls.getFromBar(HOME, "/api/v1/reservations/" + connection).json().path("segments");
    var direct = idsOf(segments, service);
    if (!direct.isEmpty() || !service.startsWith("lnsap-")) {
      return direct;
    }
    return idsOf(segments, "bar-" + service.substring("lnsap-".length())).stream()
        .map(id -> ConnectionId.of(id).derive("segment/0").toString())
        .toList();
  }

  private static List<String> idsOf(JsonNode segments, String peer) {
    return segments
        .valueStream()
        .filter(segment -> segment.path("peer").asString("").equals(peer))
        .map(segment -> segment.path("segmentId").asString(""))
        .toList();
  }

  private String stateAt(String service, String id) {
    var response = calls.soap(service, "query", "<s:connectionId>" + id + "</s:connectionId>");
    var text = response.body();
    if (response.status() != 200) {
      return response.text();
    }
    if (text.contains("unknown")) {
      return "UNKNOWN";
    }
    var isCommitted = !text.contains("version>0</");
    return isCommitted ? "COMMITTED" : text.contains("RESERVE_HELD") ? "HELD" : "ABORTED";
  }

  /** Free capacity of the cluster, of the lightpath end to end, and of each segment. */
  public String timetables(String from, String to) {
    var text = new StringBuilder();
    for (var resource : List.of("newton", "vis.ucl/newton.manchester")) {
      var path = "/api/v1/timetable?resource=" + resource + "&from=" + from + "&to=" + to;
      text.append(resource).append(' ').append(calls.getFromBar(HOME, path).text()).append('\n');
    }
    ENDS.forEach((service, ends) ->
        text.append(service).append(' ').append(freeSteps(service, ends, from, to)).append('\n'));
    return text.toString();
  }

  private String freeSteps(String service, List<String> ends, String from, String to) {
    var window =
        ("<s:source>urn:ogf:network:%s</s:source>"
                + "<s:destination>urn:ogf:network:%s</s:destination>"
                + "<s:window><s:startTime>%s</s:startTime><s:endTime>%s</s:endTime></s:window>")
            .formatted(ends.getFirst(), ends.getLast(), from, to);
    var response = calls.soap(service, "timetable", window);
    var steps = STEP.matcher(response.body()).results().map(found -> found.group()).toList();
    return response.status() == 200 && !steps.isEmpty() ? steps.toString() : response.text();
  }
}
