package org.touchpaper.segment.operator;

import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.elementsession.CliSession;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.transcript.TranscriptLine;
import org.touchpaper.elementsession.transcript.TranscriptStore;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.element.ElementReadException;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.inventory.DriftRecord;
import org.touchpaper.segment.inventory.ExpectedItemRepository;
import org.touchpaper.segment.inventory.ExpectedItemRepository.ExpectedItem;

/**
 * The operations on this service's elements for operators: show elements, send a command, restore
 * circuits.
 */
final class ElementOperations {

  private static final Logger LOG = LoggerFactory.getLogger(ElementOperations.class);

  /** How long a command waits for others; after that it is never sent. */
  private static final Duration COMMAND_WAIT = Duration.ofSeconds(20);

  /** Drift records of the whole service that are shown; older ones are in the database. */
  private static final int MAX_DRIFTS = 200;

  private final String service;
  private final OperatedElements elements;
  private final ElementReadCache readCache;
  private final TranscriptStore transcripts;
  private final ExpectedItemRepository expectedItemRepository;
  private final IntFunction<List<DriftRecord>> drifts;
  private final ReconcilerFindings reconciler;
  private final Map<String, ElementAlarmAndReportLog> reportLogs;

  ElementOperations(
      String service,
      OperatedElements elements,
      ElementReadCache readCache,
      TranscriptStore transcripts,
      ExpectedItemRepository expectedItemRepository,
      IntFunction<List<DriftRecord>> drifts,
      ReconcilerFindings reconciler,
      Clock clock) {
    this.service = service;
    this.elements = elements;
    this.readCache = readCache;
    this.transcripts = transcripts;
    this.expectedItemRepository = expectedItemRepository;
    this.drifts = drifts;
    this.reconciler = reconciler;
    this.reportLogs =
        elements.elements().stream()
            .collect(
                Collectors.toMap(
                    OperatedElement::tid,
                    element -> ElementAlarmAndReportLog.of(element.session(), clock)));
  }

  List<ElementSummary> list() {
    var circuits = expectedItemRepository.countCircuits();
    var driftCounts =
        drifts.apply(MAX_DRIFTS).stream()
            .collect(Collectors.groupingBy(DriftRecord::element, Collectors.counting()));
    return elements.elements().stream()
        .map(element ->
            summary(
                element,
                circuits.getOrDefault(element.tid(), 0),
                sum(reconciler.lackingItems(element.tid())),
                reconciler.impairedCircuits(element.tid()).size(),
                driftCounts.getOrDefault(element.tid(), 0L).intValue()))
        .toList();
  }

  private ElementSummary summary(
      OperatedElement element, int circuits, int missing, int impaired, int drifts) {
    return ElementSummary.of(
        element,
        service,
        new ElementSummary.Counts(circuits, missing, impaired, countAlarms(element), drifts));
  }

  private static int sum(Map<ConnectionId, Integer> lacking) {
    return lacking.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Counts reported alarms and problems found by reading, each once. */
  private int countAlarms(OperatedElement element) {
    var tid = element.tid();
    var reported = reportLogOf(element).activeAlarms().stream().map(alarm -> alarm.describe(tid));
    var observed = reconciler.problems(tid).stream().map(PortAlarm::description);
    return (int) Stream.concat(reported, observed).distinct().count();
  }

  private ElementAlarmAndReportLog reportLogOf(OperatedElement element) {
    return Objects.requireNonNull(reportLogs.get(element.tid()));
  }

  /**
   * The expected configuration, and the actual one as recently read. Its summary counts what this
   * reading found too, and a difference is compared soon: the circuits' status follows.
   */
  ElementDetailView show(String tid) {
    var element = elements.get(tid);
    var expected = expectedItemRepository.listByElement(element.tid());
    var places =
        expected.stream()
            .map(expectedItem -> expectedItem.item().place())
            .collect(Collectors.toSet());
    var known = reconciler.lackingItems(element.tid());
    var reading = readCache.read(element.tid(), places);
    var lacking = ConfigComparison.of(expected, reading).lackingItems();
    if (reading.problem() == null && !lacking.keySet().equals(known.keySet())) {
      readCache.forget(element.tid()); // it may be older than the circuit, or than what is known
      reading = readCache.read(element.tid(), places);
      lacking = ConfigComparison.of(expected, reading).lackingItems();
    }
    if (reading.problem() == null && !lacking.keySet().equals(known.keySet())) {
      reconciler.compareSoon(element.tid());
    }
    var circuits =
        expected.stream()
            .filter(ExpectedItem::wanted)
            .map(ExpectedItem::connection)
            .distinct()
            .count();
    var impaired = new HashSet<>(reconciler.impairedCircuits(element.tid()));
    impaired.addAll(lacking.keySet());
    var reportLog = reportLogOf(element);
    var isCompared = reconciler.isCompared(element.tid());
    var driftViews =
        drifts.apply(MAX_DRIFTS).stream()
            .filter(drift -> drift.element().equals(element.tid()))
            .map(drift -> ElementDetailView.DriftView.of(drift, isCompared))
            .toList();
    return new ElementDetailView(
        summary(
            element,
            (int) circuits,
            Math.max(sum(known), sum(lacking)),
            impaired.size(),
            driftViews.size()),
        ConfigComparison.of(expected, reading),
        ElementImpairmentList.of(expected, reading),
        reportLog.activeAlarms(),
        reportLog.latestReports(),
        driftViews);
  }

  /** The last lines of the transcript, oldest first. */
  List<TranscriptLine> transcript(String tid, int lines) {
    var recentLines = transcripts.recent(elements.get(tid).tid());
    return recentLines.subList(Math.max(0, recentLines.size() - lines), recentLines.size());
  }

  /** The configured spelling of an element's name. */
  String nameOf(String tid) {
    return elements.get(tid).tid();
  }

  /**
   * Sends a command of an operator in the session of the drivers.
   *
   * @param write true if it may change the element
   * @param operator the operator, for the log
   * @throws InvalidRequestException if the command is malformed, or may change the element without
   *     {@code write}
   */
  OperatorCommandResult send(String tid, String text, boolean write, String operator) {
    var element = elements.get(tid);
    var command = ParsedOperatorCommand.of(text, element);
    if (command instanceof ParsedOperatorCommand.Refused(var rule, var reason)) {
      throw refused(element, text, operator, rule, reason);
    }
    if (!command.isRead() && !write) {
      throw refused(
          element,
          text,
          operator,
          "reads-only",
          "this command may change the element; set write to send it");
    }
    LOG.info(
        "operator={} element={} write={} command: {}",
        operator,
        element.tid(),
        write,
        ParsedOperatorCommand.masked(text));
    retryNow(element);
    var result = exchange(element, command, ParsedOperatorCommand.masked(text));
    if (!command.isRead()) {
      readCache.forget(element.tid());
    }
    LOG.info("operator={} element={} outcome={}", operator, element.tid(), result.outcome());
    return result;
  }

  /** Restores the missing items of active circuits, at an operator's request. */
  ElementRestoreResult restore(String tid, String operator) {
    var element = elements.get(tid);
    retryNow(element);
    try {
      var circuits = reconciler.restoreMissing(element.tid(), operator);
      LOG.info("operator={} element={} restored circuits: {}", operator, element.tid(), circuits);
      return new ElementRestoreResult(
          element.tid(), circuits.stream().map(ConnectionId::value).toList(), null);
    } catch (ElementReadException e) {
      LOG.info("operator={} element={} restore failed: {}", operator, element.tid(), e.toString());
      return new ElementRestoreResult(element.tid(), List.of(), e.getMessage());
    }
  }

  /** Retries a failed login at once: an operator may know that the element accepts logins again. */
  private static void retryNow(OperatedElement element) {
    if (element.session() != null) {
      element.session().retryNow();
    }
  }

  private static OperatorCommandResult exchange(
      OperatedElement element, ParsedOperatorCommand parsedOperatorCommand, String command) {
    return switch (parsedOperatorCommand) {
      case ParsedOperatorCommand.Tl1(var tl1)
          when element.session() instanceof Tl1Session session ->
          OperatorCommandResult.of(element.tid(), command, session.send(tl1, COMMAND_WAIT));
      case ParsedOperatorCommand.Show(var line)
          when element.session() instanceof CliSession session ->
          OperatorCommandResult.of(element.tid(), command, session.show(line, COMMAND_WAIT));
      case ParsedOperatorCommand.Configure(var lines)
          when element.session() instanceof CliSession session ->
          OperatorCommandResult.of(element.tid(), command, session.configure(lines, COMMAND_WAIT));
      case ParsedOperatorCommand.Tl1 _,
          ParsedOperatorCommand.Show _,
          ParsedOperatorCommand.Configure _,
          ParsedOperatorCommand.Refused _ ->
          throw new IllegalStateException(
              "command does not match the session of "
                  + element.tid()
                  + ": "
                  + parsedOperatorCommand);
    };
  }

  private static InvalidRequestException refused(
      OperatedElement element, String text, String operator, String rule, String reason) {
    LOG.info(
        "operator={} element={} command refused ({}): {}",
        operator,
        element.tid(),
        rule,
        ParsedOperatorCommand.masked(text));
    return InvalidRequestException.unprocessable("command", rule, reason);
  }
}
