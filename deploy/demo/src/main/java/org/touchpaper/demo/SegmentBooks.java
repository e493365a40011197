package org.touchpaper.demo;

import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** What each segment's own books say of a circuit, and what it has free. */
record SegmentBooks(Calls calls) {

  private static final Pattern STEP =
      Pattern.compile("<(?:\\w+:)?step>.*?</(?:\\w+:)?step>", Pattern.DOTALL);

  /**
   * A segment's share of a circuit, asked over SOAP. Which id it goes by there is the broker's to
   * say; what became of it, the segment's.
   */
  String state(String service, String connection) {
    var ids = idsAt(service, connection);
    if (ids.isEmpty()) {
      return "UNKNOWN";
    }
    var states = ids.stream().map(id -> stateAt(service, id)).distinct().toList();
    return states.size() == 1 ? states.getFirst() : states.toString();
  }

  private List<String> idsAt(String service, String connection) {
    if (service.equals("bar-ucl")) {
      return List.of(connection);
    }
    var shares = calls.look("/api/v1/reservations/" + connection).json().path("segments");
    var direct = idsOf(shares, service);
    if (!direct.isEmpty() || !service.startsWith("lnsap-")) {
      return direct;
    }
    return idsOf(shares, "bar-" + service.substring("lnsap-".length())).stream()
        .map(ConnectionIds::firstPart)
        .toList();
  }

  private static List<String> idsOf(JsonNode shares, String peer) {
    return shares
        .valueStream()
        .filter(share -> share.path("peer").asString("").equals(peer))
        .map(share -> share.path("segmentId").asString(""))
        .toList();
  }

  private String stateAt(String service, String id) {
    var answer = calls.soap(service, "query", "<s:connectionId>" + id + "</s:connectionId>");
    var text = answer.body();
    if (answer.status() != 200) {
      return answer.shown();
    }
    if (text.contains("unknown")) {
      return "UNKNOWN";
    }
    var committed = !text.contains("version>0</");
    return committed ? "COMMITTED" : text.contains("RESERVE_HELD") ? "HELD" : "ABORTED";
  }

  /** The free steps of the cluster, of the whole way, and of each segment for itself. */
  String timetables(String from, String to) {
    var all = new StringBuilder();
    for (var resource : List.of("newton", "vis.ucl/newton.manchester")) {
      var path = "/api/v1/timetable?resource=" + resource + "&from=" + from + "&to=" + to;
      all.append(resource).append(' ').append(calls.look(path).shown()).append('\n');
    }
    Segments.ENDS.forEach((service, ends) ->
        all.append(service).append(' ').append(free(service, ends, from, to)).append('\n'));
    return all.toString();
  }

  private String free(String service, Segments.Ends ends, String from, String to) {
    var window =
        "<s:source>%s</s:source><s:destination>%s</s:destination><s:window><s:startTime>%s</s:startTime><s:endTime>%s</s:endTime></s:window>"
            .formatted(ends.source(), ends.destination(), from, to);
    var answer = calls.soap(service, "timetable", window);
    var steps = STEP.matcher(answer.body()).results().map(found -> found.group()).toList();
    return answer.status() == 200 && !steps.isEmpty() ? steps.toString() : answer.shown();
  }
}
