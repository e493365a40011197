package org.touchpaper.hlm.cli;

import static java.util.stream.Collectors.joining;

import java.io.PrintWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.touchpaper.hlm.cli.ElementServices.Reply;
import tools.jackson.databind.JsonNode;

/** Elements as tables for a person; whichever service does not answer is named. */
final class ElementReport {
  private final PrintWriter out;
  private final PrintWriter err;

  ElementReport(Surroundings surroundings) {
    this.out = surroundings.out();
    this.err = surroundings.err();
  }

  void json(Map<URI, Reply> replies) {
    var silent = new LinkedHashMap<String, String>();
    replies.forEach((service, reply) -> {
      if (!reply.isGood()) {
        silent.put(service.toString(), reply.sentence());
      }
    });
    var all = new LinkedHashMap<String, Object>();
    all.put("elements", ElementServices.elements(replies));
    all.put("others", silent);
    line(ElementServices.json(all));
  }

  void list(Map<URI, Reply> replies) {
    var rows = new ArrayList<List<String>>();
    for (var each : ElementServices.elements(replies)) {
      rows.add(
          List.of(
              text(each, "name"),
              text(each, "service"),
              text(each, "dialect"),
              text(each, "address"),
              text(each, "transport"),
              text(each, "state"),
              time(text(each, "since")),
              time(text(each, "lastHeard")),
              each.path("circuits").asString(""),
              each.path("alarms").asString(""),
              each.path("drifts").asString(""),
              text(each, "detail")));
    }
    if (!rows.isEmpty()) {
      table(
          List.of(
              "ELEMENT",
              "SERVICE",
              "DIALECT",
              "ADDRESS",
              "OVER",
              "SESSION",
              "SINCE",
              "LAST HEARD",
              "CIRCUITS",
              "ALARMS",
              "DRIFT",
              ""),
          rows);
    }
    silent(replies);
  }

  void show(JsonNode element) {
    line(
        "%s  %s of %s at %s over %s"
            .formatted(
                text(element, "name"),
                text(element, "dialect"),
                text(element, "service"),
                text(element, "address"),
                text(element, "transport")));
    line("  session " + session(element));
    impairing(element.path("impairing"));
    alarms(element.path("standing"));
    holds(element.path("holds"));
    for (var drift : element.path("drift")) {
      var whose = drift.has("connectionId") ? " (" + text(drift, "connectionId") + ")" : "";
      line(
          "  drift %s at %s: %s%s"
              .formatted(text(drift, "done"), time(text(drift, "at")), text(drift, "what"), whose));
    }
    for (var report : element.path("reports")) {
      line("  told %s %s".formatted(time(text(report, "at")), text(report, "kind")));
      report.path("rows").forEach(row -> line("    " + row.asString()));
    }
  }

  private static String session(JsonNode element) {
    var words = new ArrayList<String>();
    words.add(text(element, "state"));
    if (element.has("since")) {
      words.add("since " + time(text(element, "since")));
    }
    if (element.has("lastHeard")) {
      words.add("last heard " + time(text(element, "lastHeard")));
    }
    if (element.has("detail")) {
      words.add("(" + text(element, "detail") + ")");
    }
    return String.join(" ", words);
  }

  private void impairing(JsonNode impairing) {
    if (impairing.has("problem")) {
      line("  what impairs circuits is not known: " + text(impairing, "problem"));
    }
    for (var alarm : impairing.path("alarms")) {
      var circuits = alarm.path("connections").valueStream().map(JsonNode::asString).toList();
      line(
          "  %s %s"
              .formatted(
                  text(alarm, "words"),
                  circuits.isEmpty()
                      ? "impairs no circuit"
                      : "impairs " + String.join(" ", circuits)));
    }
  }

  private void alarms(JsonNode standing) {
    if (standing.isEmpty()) {
      line("  no alarm stands that it told us of");
    }
    for (var alarm : standing) {
      line(
          "  alarm %s %s on %s%s since %s  %s"
              .formatted(
                  text(alarm, "severity"),
                  text(alarm, "condition"),
                  text(alarm, "aid"),
                  alarm.path("serviceAffecting").asBoolean() ? ", affects service," : "",
                  time(text(alarm, "heardAt")),
                  text(alarm, "description")));
    }
  }

  private void holds(JsonNode holds) {
    if (holds.path("items").isEmpty()) {
      line("  should hold nothing of ours");
      return;
    }
    line("  should hold, and read at %s as:".formatted(time(text(holds, "readAt"))));
    if (holds.has("problem")) {
      line("    " + text(holds, "problem"));
    }
    var rows = new ArrayList<List<String>>();
    for (var item : holds.path("items")) {
      rows.add(
          List.of(
              "   ",
              text(item, "connectionId"),
              text(item, "kind"),
              text(item, "key"),
              text(item, "owner"),
              item.path("wanted").asBoolean() ? "wanted" : "to go",
              text(item, "found") + (item.has("holder") ? " " + text(item, "holder") : "")));
    }
    table(List.of("   ", "CONNECTION", "KIND", "KEY", "OWNER", "", "FOUND"), rows);
  }

  void said(JsonNode said) {
    var code = text(said, "code");
    line(text(said, "outcome") + (code.isEmpty() ? "" : " " + code));
    said.path("rows").forEach(row -> line("  " + row.asString()));
    said.path("comments").forEach(comment -> line("  /* " + comment.asString() + " */"));
  }

  void restored(JsonNode restored) {
    var problem = text(restored, "problem");
    if (!problem.isEmpty()) {
      line("nothing was done: " + problem);
    } else if (restored.path("connections").isEmpty()) {
      line("nothing is missing of any circuit that stands");
    }
    restored.path("connections").forEach(each -> line("set up again: " + each.asString()));
  }

  /** No such element, as far as those who answer know. */
  Outcome unknown(String name, Map<URI, Reply> replies) {
    var known =
        ElementServices.elements(replies).stream()
            .map(each -> text(each, "name"))
            .collect(joining(", "));
    if (!known.isEmpty()) {
      complain("no element " + name + "; there are " + known);
    }
    silent(replies);
    return outcome(replies) == Outcome.DONE ? Outcome.REFUSED : outcome(replies);
  }

  Outcome failed(URI service, Reply reply) {
    complain(service + ": " + reply.sentence());
    return reply.outcome();
  }

  private void silent(Map<URI, Reply> replies) {
    replies.forEach((service, reply) -> {
      if (!reply.isGood()) {
        complain(service + ": " + reply.sentence());
      }
    });
  }

  /** Done if all answered. */
  static Outcome outcome(Map<URI, Reply> replies) {
    return replies.values().stream()
        .map(Reply::outcome)
        .filter(outcome -> outcome != Outcome.DONE)
        .findFirst()
        .orElse(Outcome.DONE);
  }

  private void table(List<String> head, List<List<String>> rows) {
    var widths = new int[head.size()];
    for (var column = 0; column < widths.length; column++) {
      widths[column] = head.get(column).length();
      for (var row : rows) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    line(padded(head, widths));
    rows.forEach(row -> line(padded(row, widths)));
  }

  private static String padded(List<String> row, int[] widths) {
    var text = new StringBuilder();
    for (var column = 0; column < widths.length; column++) {
      text.append(row.get(column)).repeat(' ', widths[column] - row.get(column).length() + 2);
    }
    return text.toString().stripTrailing();
  }

  private static String text(JsonNode node, String field) {
    return node.path(field).asString("");
  }

  /** To the second. */
  private static String time(String instant) {
    return instant.replaceFirst("\\.\\d+Z$", "Z");
  }

  void line(String text) {
    out.println(HarcReport.clean(text));
    out.flush();
  }

  void complain(String text) {
    err.println(HarcReport.clean(text));
    err.flush();
  }
}
