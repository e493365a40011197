package org.touchpaper.segment.operator;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.platform.problem.InvalidRequest;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.provider.Drift;
import org.touchpaper.segment.provider.Holdings;
import org.touchpaper.segment.provider.Holdings.Holding;
import org.touchpaper.segment.provider.Impairments;
import org.touchpaper.segment.provider.Repairs;
import org.touchpaper.tl1.session.CliSession;
import org.touchpaper.tl1.session.Tl1Session;
import org.touchpaper.tl1.session.TranscriptLine;
import org.touchpaper.tl1.session.Transcripts;

/** Where an operator looks at this service's elements, and sends one a command by hand. */
final class ElementDesk {

  private static final Logger LOG = LoggerFactory.getLogger(ElementDesk.class);

  /** How long a command by hand waits for others; then it is never sent. */
  private static final Duration TURN = Duration.ofSeconds(20);

  /** Of the whole service; older ones are in its database. */
  private static final int LATEST_DRIFTS = 200;

  private final String service;
  private final OperatedElements elements;
  private final Readings readings;
  private final Transcripts transcripts;
  private final Holdings holdings;
  private final IntFunction<List<Drift>> drifts;
  private final Repairs repairs;
  private final Impairments impairments;
  private final Map<String, Reports> reports;

  ElementDesk(
      String service,
      OperatedElements elements,
      Readings readings,
      Transcripts transcripts,
      Holdings holdings,
      IntFunction<List<Drift>> drifts,
      Repairs repairs,
      Impairments impairments,
      Clock clock) {
    this.service = service;
    this.elements = elements;
    this.readings = readings;
    this.transcripts = transcripts;
    this.holdings = holdings;
    this.drifts = drifts;
    this.repairs = repairs;
    this.impairments = impairments;
    this.reports =
        elements.all().stream()
            .collect(
                Collectors.toMap(OperatedElement::tid, each -> Reports.of(each.session(), clock)));
  }

  List<ElementSummary> list() {
    var circuits = holdings.countCircuits();
    var found =
        drifts.apply(LATEST_DRIFTS).stream()
            .collect(Collectors.groupingBy(Drift::element, Collectors.counting()));
    return elements.all().stream()
        .map(each ->
            summary(
                each,
                circuits.getOrDefault(each.tid(), 0),
                found.getOrDefault(each.tid(), 0L).intValue()))
        .toList();
  }

  private ElementSummary summary(OperatedElement element, int circuits, int drifted) {
    return ElementSummary.of(element, service, circuits, countAlarms(element), drifted);
  }

  /** What it told, and what it was found to have without telling, each once. */
  private int countAlarms(OperatedElement element) {
    var tid = element.tid();
    var told = told(element).standing().stream().map(alarm -> alarm.words(tid));
    var found = impairments.lastReadOn(tid).stream().map(PortAlarm::words);
    return (int) Stream.concat(told, found).distinct().count();
  }

  private Reports told(OperatedElement element) {
    return Objects.requireNonNull(reports.get(element.tid()));
  }

  /** What the books know at once, and beside it what the element was read to hold, lately. */
  ElementDetail show(String tid) {
    var element = elements.named(tid);
    var booked = holdings.listOn(element.tid());
    var places = booked.stream().map(each -> each.item().place()).collect(Collectors.toSet());
    var read = readings.read(element.tid(), places);
    var circuits =
        booked.stream().filter(Holding::wanted).map(Holding::connection).distinct().count();
    var told = told(element);
    var drifted =
        drifts.apply(LATEST_DRIFTS).stream()
            .filter(drift -> drift.element().equals(element.tid()))
            .map(ElementDetail.Drifted::of)
            .toList();
    return new ElementDetail(
        summary(element, (int) circuits, drifted.size()),
        Comparison.of(booked, read),
        Impairing.of(booked, read),
        told.standing(),
        told.latest(),
        drifted);
  }

  /** The last lines of its transcript, oldest first. */
  List<TranscriptLine> transcript(String tid, int lines) {
    var all = transcripts.recent(elements.named(tid).tid());
    return all.subList(Math.max(0, all.size() - lines), all.size());
  }

  /** The element's name as we spell it. */
  String nameOf(String tid) {
    return elements.named(tid).tid();
  }

  /**
   * Sends what an operator typed, on the drivers' own session.
   *
   * @param write true if it may change something
   * @param who the operator, for the log
   * @throws InvalidRequest if it is not understood, or would change something and must not
   */
  Said send(String tid, String text, boolean write, String who) {
    var element = elements.named(tid);
    var typed = Typed.of(text, element);
    if (typed instanceof Typed.Refused(var rule, var why)) {
      throw refused(element, text, who, rule, why);
    }
    if (!typed.isRead() && !write) {
      throw refused(
          element,
          text,
          who,
          "reads-only",
          "this may change the element; say write if you mean it");
    }
    LOG.info("{} sends {} (write={}): {}", who, element.tid(), write, Typed.masked(text));
    retryNow(element);
    var said = exchange(element, typed, Typed.masked(text));
    if (!typed.isRead()) {
      readings.forget(element.tid());
    }
    LOG.info("{} heard {} {}", who, element.tid(), said.outcome());
    return said;
  }

  /**
   * Has set up again what the element lacks of circuits that stand, because this operator says so.
   */
  Restored restore(String tid, String who) {
    var element = elements.named(tid);
    retryNow(element);
    try {
      var circuits = repairs.putBack(element.tid(), who);
      LOG.info("{} has {} restored: {}", who, element.tid(), circuits);
      return new Restored(element.tid(), circuits.stream().map(ConnectionId::value).toList(), null);
    } catch (ElementUnreachable e) {
      LOG.info("{} had {} restored, in vain: {}", who, element.tid(), e.toString());
      return new Restored(element.tid(), List.of(), e.getMessage());
    }
  }

  /** Whoever sends it something by hand may know that it lets us in again. */
  private static void retryNow(OperatedElement element) {
    if (element.session() != null) {
      element.session().retryNow();
    }
  }

  private static Said exchange(OperatedElement element, Typed typed, String command) {
    return switch (typed) {
      case Typed.Tl1(var tl1) when element.session() instanceof Tl1Session session ->
          Said.of(element.tid(), command, session.send(tl1, TURN));
      case Typed.Show(var line) when element.session() instanceof CliSession session ->
          Said.of(element.tid(), command, session.show(line, TURN));
      case Typed.Configure(var lines) when element.session() instanceof CliSession session ->
          Said.of(element.tid(), command, session.configure(lines, TURN));
      case Typed.Tl1 _, Typed.Show _, Typed.Configure _, Typed.Refused _ ->
          throw new IllegalStateException("not in the language of " + element.tid() + ": " + typed);
    };
  }

  private static InvalidRequest refused(
      OperatedElement element, String text, String who, String rule, String why) {
    LOG.info("{} was refused at {} ({}): {}", who, element.tid(), rule, Typed.masked(text));
    return InvalidRequest.neverFits("command", rule, why);
  }
}
