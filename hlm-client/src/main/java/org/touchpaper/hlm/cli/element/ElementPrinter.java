package org.touchpaper.hlm.cli.element;

import static java.util.stream.Collectors.joining;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.ExitCode;
import org.touchpaper.hlm.cli.element.ElementApiClient.ServiceReply;
import tools.jackson.databind.JsonNode;

/** Prints elements as tables, and services that do not answer to standard error. */
record ElementPrinter(CliEnvironment environment) {

  void printJson(Map<URI, ServiceReply> replies) {
    var failures = new LinkedHashMap<String, String>();
    replies.forEach((service, reply) -> {
      if (!reply.isSuccess()) {
        failures.put(service.toString(), reply.problem());
      }
    });
    var document = new LinkedHashMap<String, Object>();
    document.put("elements", ElementApiClient.elements(replies));
    document.put("others", failures);
    environment.printLine(ElementApiClient.json(document));
  }

  void printList(Map<URI, ServiceReply> replies) {
    var rows = new ArrayList<List<String>>();
    for (var element : ElementApiClient.elements(replies)) {
      rows.add(
          List.of(
              text(element, "name"),
              text(element, "service"),
              text(element, "dialect"),
              text(element, "address"),
              text(element, "transport"),
              text(element, "state"),
              time(text(element, "since")),
              time(text(element, "lastHeard")),
              element.path("circuits").asString(""),
              element.path("missing").asString(""),
              element.path("alarms").asString(""),
              element.path("drifts").asString(""),
              text(element, "detail")));
    }
    if (!rows.isEmpty()) {
      printTable(
          List.of(
              "ELEMENT",
              "SERVICE",
              "TYPE",
              "ADDRESS",
              "TRANSPORT",
              "SESSION",
              "SINCE",
              "LAST MESSAGE",
              "CIRCUITS",
              "MISSING",
              "ALARMS",
              "DRIFT",
              "DETAIL"),
          rows);
    }
    reportFailures(replies);
  }

  void printElement(JsonNode element) {
    environment.printLine(
        "%s  %s of %s at %s over %s"
            .formatted(
                text(element, "name"),
                text(element, "dialect"),
                text(element, "service"),
                text(element, "address"),
                text(element, "transport")));
    environment.printLine("  session " + sessionText(element));
    printImpairments(element.path("impairing"));
    printAlarms(element.path("standing"));
    printHoldings(element.path("holds"));
    for (var drift : element.path("drift")) {
      var connectionSuffix =
          drift.has("connectionId") ? " (" + text(drift, "connectionId") + ")" : "";
      environment.printLine(
          "  drift %s at %s: %s%s"
              .formatted(
                  drift.path("checked").asBoolean(true) ? text(drift, "done") : "NOT CHECKED YET",
                  time(text(drift, "at")),
                  text(drift, "what"),
                  connectionSuffix));
    }
    for (var report : element.path("reports")) {
      environment.printLine(
          "  message %s %s".formatted(time(text(report, "at")), text(report, "kind")));
      report.path("rows").forEach(row -> environment.printLine("    " + row.asString()));
    }
  }

  private static String sessionText(JsonNode element) {
    var parts = new ArrayList<String>();
    parts.add(text(element, "state"));
    if (element.has("since")) {
      parts.add("since " + time(text(element, "since")));
    }
    if (element.has("lastHeard")) {
      parts.add("last message " + time(text(element, "lastHeard")));
    }
    if (element.has("detail")) {
      parts.add("(" + text(element, "detail") + ")");
    }
    return String.join(" ", parts);
  }

  private void printImpairments(JsonNode impairing) {
    if (impairing.has("problem")) {
      environment.printLine("  impairments unknown: " + text(impairing, "problem"));
    }
    for (var alarm : impairing.path("alarms")) {
      var circuits = alarm.path("connections").valueStream().map(JsonNode::asString).toList();
      environment.printLine(
          "  %s %s"
              .formatted(
                  text(alarm, "words"),
                  circuits.isEmpty()
                      ? "impairs no circuit"
                      : "impairs " + String.join(" ", circuits)));
    }
  }

  private void printAlarms(JsonNode alarms) {
    if (alarms.isEmpty()) {
      environment.printLine("  no active alarms");
    }
    for (var alarm : alarms) {
      environment.printLine(
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

  private void printHoldings(JsonNode holds) {
    if (holds.path("items").isEmpty()) {
      environment.printLine("  no circuits are configured here");
      return;
    }
    environment.printLine(
        "  configuration, expected and actual, read at %s:".formatted(time(text(holds, "readAt"))));
    if (holds.has("problem")) {
      environment.printLine("    " + text(holds, "problem"));
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
              item.path("wanted").asBoolean() ? "present" : "absent",
              text(item, "found") + (item.has("holder") ? " " + text(item, "holder") : "")));
    }
    printTable(List.of("   ", "CONNECTION", "KIND", "KEY", "OWNER", "EXPECTED", "ACTUAL"), rows);
  }

  void printCommandResult(JsonNode result) {
    var code = text(result, "code");
    environment.printLine(text(result, "outcome") + (code.isEmpty() ? "" : " " + code));
    result.path("rows").forEach(row -> environment.printLine("  " + row.asString()));
    result
        .path("comments")
        .forEach(comment -> environment.printLine("  /* " + comment.asString() + " */"));
  }

  void printRestoreResult(JsonNode result) {
    var problem = text(result, "problem");
    if (!problem.isEmpty()) {
      environment.printLine("nothing was restored: " + problem);
    } else if (result.path("connections").isEmpty()) {
      environment.printLine("nothing is missing");
    }
    result
        .path("connections")
        .forEach(connection -> environment.printLine("restored: " + connection.asString()));
  }

  /** Reports an element that no reachable service lists. */
  ExitCode reportUnknown(String name, Map<URI, ServiceReply> replies) {
    var knownNames =
        ElementApiClient.elements(replies).stream()
            .map(element -> text(element, "name"))
            .collect(joining(", "));
    if (!knownNames.isEmpty()) {
      environment.printError("no element " + name + "; known elements: " + knownNames);
    }
    reportFailures(replies);
    return outcome(replies) == ExitCode.DONE ? ExitCode.REFUSED : outcome(replies);
  }

  ExitCode reportFailure(URI service, ServiceReply reply) {
    environment.printError(service + ": " + reply.problem());
    return reply.exitCode();
  }

  private void reportFailures(Map<URI, ServiceReply> replies) {
    replies.forEach((service, reply) -> {
      if (!reply.isSuccess()) {
        environment.printError(service + ": " + reply.problem());
      }
    });
  }

  /** Success if all services answered, else the first failure. */
  static ExitCode outcome(Map<URI, ServiceReply> replies) {
    return replies.values().stream()
        .map(ServiceReply::exitCode)
        .filter(outcome -> outcome != ExitCode.DONE)
        .findFirst()
        .orElse(ExitCode.DONE);
  }

  private void printTable(List<String> head, List<List<String>> rows) {
    var widths = new int[head.size()];
    for (var column = 0; column < widths.length; column++) {
      widths[column] = head.get(column).length();
      for (var row : rows) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    environment.printLine(padded(head, widths));
    rows.forEach(row -> environment.printLine(padded(row, widths)));
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

  /** Drops fractions of a second. */
  private static String time(String instant) {
    return instant.replaceFirst("\\.\\d+Z$", "Z");
  }
}
