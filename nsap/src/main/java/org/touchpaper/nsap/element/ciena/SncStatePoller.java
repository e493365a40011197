package org.touchpaper.nsap.element.ciena;

import static org.touchpaper.nsap.element.ciena.CoreDirectorPlugin.SNC;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.touchpaper.nsap.element.Tl1ElementClient;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.PollPolicy;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.NamedRow;

/**
 * Polls the states of the sub-network connections (SNCs) of one CoreDirector. COMPLD only means
 * accepted; the result of the signalling is in the diagnosis. An SNC can be deleted only out of
 * service (as in DRAGON's driver for CoreDirectors).
 */
final class SncStatePoller {

  private static final Pattern STATUS = Pattern.compile("STATUS=([^,]*)(?:,FAILURECAUSE=([^,]*))?");

  private final Tl1ElementClient element;
  private final CoreDirectorReader reader;
  private final PollPolicy poll;

  /** True once an SNC was read; before, alarms need not query SNCs. */
  private volatile boolean anySncRead;

  SncStatePoller(Tl1ElementClient element, CoreDirectorReader reader, PollPolicy poll) {
    this.element = element;
    this.reader = reader;
    this.poll = poll;
  }

  /** Records that an SNC was read; returns true if it works. */
  boolean recordRead(NamedRow row) {
    anySncRead = true;
    return isWorking(row);
  }

  private static boolean isWorking(NamedRow row) {
    return row.findValue("PST").orElse("").startsWith("IS")
        && row.findValue("STATE").orElse("").contains("WORKING");
  }

  /** Waits until an SNC is up. */
  EditOutcome awaitUp(String name) {
    if (poll.pollUntil(() -> isClear(diagnosis(name)))) {
      return new EditOutcome.Done();
    }
    return new EditOutcome.Denied("NOT UP", "completed, but not working: " + lastDiagnosis(name));
  }

  /** The last status in the diagnosis, in the element's wording. */
  String lastDiagnosis(String name) {
    return lastStatus(diagnosis(name));
  }

  private List<String> diagnosis(String name) {
    return element.retrieve(
        InputCommand.of("RTRV-SNC-DIAG").withAid(name), Tl1ElementClient.hasCode("IENE"));
  }

  /** True if the path defect has cleared, and no later attempt has started. */
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

  private static String lastStatus(List<String> diagnosis) {
    return diagnosis.reversed().stream()
        .map(STATUS::matcher)
        .flatMap(match -> match.find() ? Stream.of(match) : Stream.empty())
        .map(match ->
            match.group(2) == null ? match.group(1) : match.group(1) + ": " + match.group(2))
        .findFirst()
        .orElse("no diagnosis");
  }

  /** Waits until it is out of service; if it stays, its deletion is denied. */
  void awaitOutOfService(String name) {
    var _ = poll.pollUntil(() -> isOutOfService(name));
  }

  private boolean isOutOfService(String name) {
    return reader.find(SNC, name).stream()
        .allMatch(row -> row.findValue("PST").orElse("").startsWith("OOS"));
  }

  /** Waits until no SNC of another element ends in this group; false on a timeout. */
  boolean awaitReleased(String group) {
    return poll.pollUntil(() -> !anyEndsIn(group));
  }

  private boolean anyEndsIn(String group) {
    return listAll().stream()
        .anyMatch(row -> row.findValue("FROMENDPOINT").orElse("").startsWith(group + "-CTP-"));
  }

  private List<NamedRow> listAll() {
    return element
        .retrieve(CoreDirectorCommands.retrieveAll(SNC), Tl1ElementClient.hasCode("IENE", "IICM"))
        .stream()
        .map(CoreDirectorRowParser::parse)
        .toList();
  }

  /** An alarm for each SNC that does not work. */
  List<PortAlarm> failureAlarms() {
    if (!anySncRead) {
      return List.of();
    }
    return listAll().stream()
        .filter(row -> !isWorking(row))
        .map(row ->
            new PortAlarm(
                row.name(),
                "SNC %s of %s is not working: %s"
                    .formatted(
                        row.name(), element.tid(), row.findValue("STATE").orElse("no state"))))
        .toList();
  }
}
