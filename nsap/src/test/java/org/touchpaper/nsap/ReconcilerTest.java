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
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptLine;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.inventory.DriftRecord;
import org.touchpaper.segment.inventory.DriftRepository;
import org.touchpaper.tl1.message.InputCommand;

/**
 * Autonomous messages trigger a reading at once. The clock stands still in these tests, so periodic
 * readings find nothing.
 */
class ReconcilerTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir static Path folder;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private static NsapFixture nsap;

  private final ConnectionId id = new ConnectionId(UUID.randomUUID());

  @BeforeAll
  static void start() {
    nsap = new NsapFixture(folder);
  }

  @AfterAll
  static void stop() {
    nsap.stop();
  }

  @BeforeEach
  void up() {
    nsap.fresh();
    var schedule = new Schedule(nsap.now(), nsap.now().plus(Duration.ofHours(1)));
    var criteria = NsapFixture.criteria("UCL", 100, schedule);
    var request = new ReserveRequest(nsap.requester(), id, 1, criteria, nsap.heldBy(id));
    assertThat(nsap.segment().reserve(request)).isInstanceOf(ReserveResult.Held.class);
    nsap.segment().commit(new ConnectionVersionRequest(nsap.requester(), id, 1));
    nsap.segment().provision(new ConnectionVersionRequest(nsap.requester(), id, 1));
    await().atMost(PATIENCE).until(() -> known().dataPlane() == DataPlaneState.ACTIVE);
  }

  private static EmulatedElement metro() {
    return nsap.at("METRO-UCL");
  }

  private ConnectionReport.Known known() {
    return (ConnectionReport.Known) nsap.segment().query(nsap.requester(), id);
  }

  @Test
  void aLostSignalImpairsTheCircuitsOnItsPortUntilItIsBack() {
    metro().loseSignal("1-A-7-1");
    metro().loseSignal("1-A-1-1");
    await().atMost(PATIENCE).until(() -> known().problem() != null);
    assertThat(known())
        .returns("impaired: LOS on 1-A-1-1 of METRO-UCL", ConnectionReport.Known::problem)
        .returns(DataPlaneState.ACTIVE, ConnectionReport.Known::dataPlane);
    await()
        .atMost(PATIENCE)
        .until(() ->
            nsap.holder().received().stream()
                .anyMatch(notification ->
                    notification instanceof Notification.Alarm alarm
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
  void anAlarmFromBeforeTheServiceStartImpairsACircuit() {
    nsap.restartAfter(() -> metro().loseSignal("1-A-1-1"));
    isImpaired();
  }

  @Test
  void anAlarmFromBeforeAReconnectImpairsACircuit() throws IOException {
    metro().crash();
    metro().loseSignal("1-A-1-1");
    metro().restart();
    isImpaired();
  }

  @Test
  void anAlarmFromBeforeTheActivationImpairsACircuit() {
    nsap.segment().release(new ConnectionVersionRequest(nsap.requester(), id, 1));
    await().atMost(PATIENCE).until(() -> known().dataPlane() == DataPlaneState.INACTIVE);
    metro().loseSignal("1-A-1-1");
    nsap.segment().provision(new ConnectionVersionRequest(nsap.requester(), id, 1));
    isImpaired();
  }

  @Test
  void anAlarmIsFoundThoughItemsCannotBeRead() {
    metro().faults().injectOnce("RTRV-CRS", new InjectedFault.Deny("EQWT", "Equipage, Wrong Type"));
    metro().loseSignal("1-A-1-1");
    isImpaired();
  }

  @Test
  void aRemovalIsFoundByTheChangeReport() {
    try (var tl1Session =
        Tl1Session.open(
            new ElementEndpoint("METRO-UCL", "127.0.0.1", metro().port()),
            Credentials.tl1("touchpaper", "lightpath"),
            SessionTiming.defaults(Clock.systemUTC()),
            TranscriptSink.NONE)) {
      var crossConnect = nsap.names("METRO-UCL", "CRS").getFirst();
      tl1Session.send(InputCommand.of("DLT-CRS-STSPC").withAid("NAME=" + crossConnect));
    }
    await().atMost(PATIENCE).until(() -> known().lifecycle() == LifecycleState.FAILED);
    assertThat(known().problem()).contains("was removed while the element ran");
    assertThat(drift())
        .returns("METRO-UCL", DriftRecord::element)
        .returns(DriftRecord.Resolution.REPORTED, DriftRecord::resolution);
  }

  /** A report triggers a reading, which decides: this change affects no circuit of ours. */
  @Test
  void aChangeReportTriggersAReading() {
    try (var tl1Session =
        Tl1Session.open(
            new ElementEndpoint("METRO-UCL", "127.0.0.1", metro().port()),
            Credentials.tl1("touchpaper", "lightpath"),
            SessionTiming.defaults(Clock.systemUTC()),
            TranscriptSink.NONE)) {
      var foreignCommand =
          InputCommand.of("ENT-GTP").withAid("theirs").withBlock("LBL=theirs", "CTP=1-A-7-1-CTP-1");
      tl1Session.send(foreignCommand);
      await().atMost(PATIENCE).until(() -> isReadAfter("ENT-GTP"));
      tl1Session.send(InputCommand.of("DLT-GTP").withAid("theirs"));
    }
    assertThat(known())
        .returns(DataPlaneState.ACTIVE, ConnectionReport.Known::dataPlane)
        .returns(null, ConnectionReport.Known::problem);
  }

  /** Tolerates other traffic; the transcript is bounded. */
  private static boolean isReadAfter(String command) {
    var lines = metro().transcript().stream().map(TranscriptLine::text).toList();
    var lastCommand =
        lines.stream().filter(line -> line.contains(command)).reduce((_, last) -> last);
    return lastCommand.map(lines::lastIndexOf).stream()
        .flatMap(at -> lines.stream().skip(at + 1L))
        .anyMatch(line -> line.contains("RTRV-"));
  }

  @Test
  void itemsLostInARestartAreRecreatedAtOnce() throws IOException {
    var before = metro().listEntities();
    metro().restartEmpty();
    await().atMost(PATIENCE).until(() -> metro().listEntities().equals(before));
    await().atMost(PATIENCE).until(() -> drift().resolution() == DriftRecord.Resolution.REPAIRED);
    assertThat(drift().element()).isEqualTo("METRO-UCL");
    assertThat(known().dataPlane()).isEqualTo(DataPlaneState.ACTIVE);
  }

  @Test
  void itemsLostWhileTheServiceWasDownAreRecreatedAtItsStart() {
    var before = metro().listEntities();
    nsap.restartAfter(ReconcilerTest::metroLosesAll);
    await().atMost(PATIENCE).until(() -> metro().listEntities().equals(before));
    await().atMost(PATIENCE).until(() -> drift().resolution() == DriftRecord.Resolution.REPAIRED);
    assertThat(known().dataPlane()).isEqualTo(DataPlaneState.ACTIVE);
  }

  private static void metroLosesAll() {
    try {
      metro().restartEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A flood of reports causes few readings, and nothing is missed. */
  @Test
  void anAlarmStormCausesFewReadings() {
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

  private DriftRecord drift() {
    return nsap.bean(DriftRepository.class).list(10).stream()
        .filter(record -> id.equals(record.connection()))
        .findFirst()
        .orElseThrow();
  }
}
