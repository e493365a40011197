package org.touchpaper.nsap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.provider.Drift;
import org.touchpaper.segment.provider.SegmentProvider;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.element.Fault;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Tl1Session;
import org.touchpaper.tl1.session.TranscriptLine;
import org.touchpaper.tl1.session.TranscriptSink;

/**
 * What elements say unasked is a reason to read them at once: the clock stands still in these
 * tests, so nothing is found by the reading that is due now and then.
 */
class ReconcilerTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir static Path folder;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private static NsapUnderTest nsap;

  private final ConnectionId id = new ConnectionId(UUID.randomUUID());

  @BeforeAll
  static void start() {
    nsap = new NsapUnderTest(folder);
  }

  @AfterAll
  static void stop() {
    nsap.stop();
  }

  @BeforeEach
  void up() {
    nsap.fresh();
    var schedule = new Schedule(nsap.now(), nsap.now().plus(Duration.ofHours(1)));
    var criteria = NsapUnderTest.criteria("UCL", 100, schedule);
    var request = new Reserve(nsap.requester(), id, 1, criteria, nsap.heldBy(id));
    assertThat(nsap.segment().reserve(request)).isInstanceOf(ReserveAnswer.Held.class);
    nsap.segment().commit(new Order(nsap.requester(), id, 1));
    nsap.segment().provision(new Order(nsap.requester(), id, 1));
    await().atMost(PATIENCE).until(() -> known().dataPlane() == DataPlane.ACTIVE);
  }

  private static EmulatedElement metro() {
    return nsap.at("METRO-UCL");
  }

  private Report.Known known() {
    return (Report.Known) nsap.segment().query(nsap.requester(), id);
  }

  @Test
  void aLostSignalImpairsTheCircuitsOnItsPortUntilItIsBack() {
    metro().loseSignal("1-A-7-1");
    metro().loseSignal("1-A-1-1");
    await().atMost(PATIENCE).until(() -> known().problem() != null);
    assertThat(known())
        .returns("impaired: LOS on 1-A-1-1 of METRO-UCL", Report.Known::problem)
        .returns(DataPlane.ACTIVE, Report.Known::dataPlane);
    await()
        .atMost(PATIENCE)
        .until(() ->
            nsap.holder().heard().stream()
                .anyMatch(heard ->
                    heard instanceof Notification.Alarm alarm
                        && alarm.connection().equals(id)
                        && alarm.detail().equals("impaired: LOS on 1-A-1-1 of METRO-UCL")));

    metro().restoreSignal("1-A-1-1");
    await().atMost(PATIENCE).until(() -> known().problem() == null);
    metro().restoreSignal("1-A-7-1");
  }

  private void isImpaired() {
    await()
        .atMost(PATIENCE)
        .until(() -> "impaired: LOS on 1-A-1-1 of METRO-UCL".equals(known().problem()));
    metro().restoreSignal("1-A-1-1");
    await().atMost(PATIENCE).until(() -> known().problem() == null);
  }

  @Test
  void anAlarmThatStoodBeforeTheServiceStartedImpairsACircuit() {
    nsap.restartAfter(() -> metro().loseSignal("1-A-1-1"));
    isImpaired();
  }

  @Test
  void anAlarmThatStoodBeforeTheElementCouldBeReachedAgainImpairsACircuit() throws IOException {
    metro().crash();
    metro().loseSignal("1-A-1-1");
    metro().restart();
    isImpaired();
  }

  @Test
  void anAlarmThatStoodBeforeTheCircuitCameUpImpairsItFromTheStart() {
    nsap.segment().release(new Order(nsap.requester(), id, 1));
    await().atMost(PATIENCE).until(() -> known().dataPlane() == DataPlane.INACTIVE);
    metro().loseSignal("1-A-1-1");
    nsap.segment().provision(new Order(nsap.requester(), id, 1));
    isImpaired();
  }

  @Test
  void anAlarmIsHeardThoughTheElementDoesNotTellWhatItHolds() {
    metro().faults().next("RTRV-CRS", new Fault.Deny("EQWT", "Equipage, Wrong Type"));
    metro().loseSignal("1-A-1-1");
    isImpaired();
  }

  @Test
  void whatSomebodyTakesIsFoundByTheReportOfTheChange() {
    try (var other =
        Tl1Session.open(
            new Endpoint("METRO-UCL", "127.0.0.1", metro().port()),
            Credentials.tl1("touchpaper", "lightpath"),
            Timing.usual(Clock.systemUTC()),
            TranscriptSink.NONE)) {
      var crossConnect = nsap.names("METRO-UCL", "CRS").getFirst();
      other.send(InputCommand.of("DLT-CRS-STSPC").at("NAME=" + crossConnect));
    }
    await().atMost(PATIENCE).until(() -> known().lifecycle() == LifecycleState.FAILED);
    assertThat(known().problem()).contains("was removed while the element ran");
    assertThat(drift())
        .returns("METRO-UCL", Drift::element)
        .returns(Drift.Done.REPORTED, Drift::done);
  }

  /** A report is a reason to read, and what is read decides: this one is no trouble of ours. */
  @Test
  void aReportOfAChangeIsNoTruthButAReasonToRead() {
    try (var other =
        Tl1Session.open(
            new Endpoint("METRO-UCL", "127.0.0.1", metro().port()),
            Credentials.tl1("touchpaper", "lightpath"),
            Timing.usual(Clock.systemUTC()),
            TranscriptSink.NONE)) {
      var theirs = InputCommand.of("ENT-GTP").at("theirs").block("LBL=theirs", "CTP=1-A-7-1-CTP-1");
      other.send(theirs);
      await().atMost(PATIENCE).until(() -> isReadAfter("ENT-GTP"));
      other.send(InputCommand.of("DLT-GTP").at("theirs"));
    }
    assertThat(known())
        .returns(DataPlane.ACTIVE, Report.Known::dataPlane)
        .returns(null, Report.Known::problem);
  }

  /** Whatever else was said before: of long stories an element keeps the end. */
  private static boolean isReadAfter(String command) {
    var said = metro().transcript().stream().map(TranscriptLine::text).toList();
    var told = said.stream().filter(line -> line.contains(command)).reduce((_, last) -> last);
    return told.map(said::lastIndexOf).stream()
        .flatMap(at -> said.stream().skip(at + 1L))
        .anyMatch(line -> line.contains("RTRV-"));
  }

  @Test
  void whatARestartLostIsPutBackAsSoonAsTheElementIs() throws IOException {
    var before = metro().holds();
    metro().restartEmpty();
    await().atMost(PATIENCE).until(() -> metro().holds().equals(before));
    await().atMost(PATIENCE).until(() -> drift().done() == Drift.Done.REPAIRED);
    assertThat(drift().element()).isEqualTo("METRO-UCL");
    assertThat(known().dataPlane()).isEqualTo(DataPlane.ACTIVE);
  }

  @Test
  void whatWasLostWhileWeWereAwayIsPutBackAtOurStart() {
    var before = metro().holds();
    nsap.restartAfter(ReconcilerTest::metroLosesAll);
    await().atMost(PATIENCE).until(() -> metro().holds().equals(before));
    await().atMost(PATIENCE).until(() -> drift().done() == Drift.Done.REPAIRED);
    assertThat(known().dataPlane()).isEqualTo(DataPlane.ACTIVE);
  }

  private static void metroLosesAll() {
    try {
      metro().restartEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** However much an element says, it is read now and then, and what matters is found. */
  @Test
  void aStormOfAlarmsIsAReasonToReadAFewTimes() {
    var before = readings();
    for (var port = 1; port <= 200; port++) {
      metro().loseSignal("1-A-7-" + port);
    }
    metro().loseSignal("1-A-1-1");
    await()
        .atMost(PATIENCE)
        .until(() -> "impaired: LOS on 1-A-1-1 of METRO-UCL".equals(known().problem()));
    assertThat(readings() - before).isLessThan(100);
    for (var port = 1; port <= 200; port++) {
      metro().restoreSignal("1-A-7-" + port);
    }
    metro().restoreSignal("1-A-1-1");
    await().atMost(PATIENCE).until(() -> known().problem() == null);
  }

  private static long readings() {
    return metro().transcript().stream()
        .filter(line -> line.text().contains("RTRV-ALM-ALL"))
        .count();
  }

  private Drift drift() {
    return nsap.bean(SegmentProvider.class).listDrifts(10).stream()
        .filter(it -> id.equals(it.connection()))
        .findFirst()
        .orElseThrow();
  }
}
