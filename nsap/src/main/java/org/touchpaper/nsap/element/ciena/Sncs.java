package org.touchpaper.nsap.element.ciena;

import static org.touchpaper.nsap.element.ciena.CoreDirector.SNC;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.touchpaper.nsap.element.Tl1Element;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.element.Patience;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.NamedRow;

/**
 * The sub-network connections of one CoreDirector. "Completed" says that it was accepted; what the
 * elements on the way said to each other is in its diagnosis. It is in service or out of it, and is
 * deleted only when it is out (DRAGON's driver for CoreDirectors goes the same way).
 */
final class Sncs {

  private static final Pattern STATUS = Pattern.compile("STATUS=([^,]*)(?:,FAILURECAUSE=([^,]*))?");

  private final Tl1Element element;
  private final Retrieval retrieval;
  private final Patience patience;

  /** One was read here once, so there is reason to ask after them. */
  private volatile boolean used;

  Sncs(Tl1Element element, Retrieval retrieval, Patience patience) {
    this.element = element;
    this.retrieval = retrieval;
    this.patience = patience;
  }

  /** Takes note of one that was read; true if it works. */
  boolean read(NamedRow row) {
    used = true;
    return works(row);
  }

  private static boolean works(NamedRow row) {
    return row.find("PST").orElse("").startsWith("IS")
        && row.find("STATE").orElse("").contains("WORKING");
  }

  /** Waits for one that was entered. */
  Outcome comeUp(String name) {
    if (patience.until(() -> isClear(diagnosis(name)))) {
      return new Outcome.Done();
    }
    return new Outcome.Denied("NOT UP", "completed, but does not work: " + diagnosed(name));
  }

  /** What became of it last, in the element's words. */
  String diagnosed(String name) {
    return last(diagnosis(name));
  }

  private List<String> diagnosis(String name) {
    return element.rows(InputCommand.of("RTRV-SNC-DIAG").at(name), Tl1Element.codes("IENE"));
  }

  /** The path's defect has cleared, and nothing was begun anew since. */
  private static boolean isClear(List<String> diagnosis) {
    var clear = false;
    for (var row : diagnosis) {
      if (row.contains("Path Defect Clear")) {
        clear = true;
      } else if (row.contains("Backoff Expiry") || row.contains("STARTING")) {
        clear = false;
      }
    }
    return clear;
  }

  private static String last(List<String> diagnosis) {
    return diagnosis.reversed().stream()
        .map(STATUS::matcher)
        .flatMap(match -> match.find() ? Stream.of(match) : Stream.empty())
        .map(match ->
            match.group(2) == null ? match.group(1) : match.group(1) + ": " + match.group(2))
        .findFirst()
        .orElse("no diagnosis");
  }

  /** Gives it the time that it takes; if it stays, its deletion is denied. */
  void awaitOutOfService(String name) {
    var _ = patience.until(() -> isOutOfService(name));
  }

  private boolean isOutOfService(String name) {
    return retrieval.one(SNC, name).stream()
        .allMatch(row -> row.find("PST").orElse("").startsWith("OOS"));
  }

  /** Waits until no SNC that another element set up ends in this group; false if one stays. */
  boolean letGoOf(String group) {
    return patience.until(() -> !haveEndIn(group));
  }

  private boolean haveEndIn(String group) {
    return all().stream()
        .anyMatch(row -> row.find("FROMENDPOINT").orElse("").startsWith(group + "-CTP-"));
  }

  private List<NamedRow> all() {
    return element.rows(Entering.retrieveAll(SNC), Tl1Element.codes("IENE", "IICM")).stream()
        .map(CoreDirectorRow::parse)
        .toList();
  }

  /** Those that are in service by our will, and do not work. */
  List<PortAlarm> failing() {
    if (!used) {
      return List.of();
    }
    return all().stream()
        .filter(row -> !works(row))
        .map(row ->
            new PortAlarm(
                row.name(),
                "SNC %s of %s does not work: %s"
                    .formatted(row.name(), element.tid(), row.find("STATE").orElse("no state"))))
        .toList();
  }
}
