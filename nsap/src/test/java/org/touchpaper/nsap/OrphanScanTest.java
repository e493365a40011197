package org.touchpaper.nsap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.inventory.DriftRecord;
import org.touchpaper.segment.inventory.DriftRepository;
import org.touchpaper.tl1.message.InputCommand;

/** Items with our names that are not booked are reported once to operators and left alone. */
class OrphanScanTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String TID = "METRO-UCL";

  /** A circuit name of another database, or of this one before a restore. */
  private static final String FORGOTTEN = "TP-0123456789AB";

  @TempDir static Path folder;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private static NsapFixture nsap;

  @BeforeAll
  static void start() {
    nsap = new NsapFixture(folder);
  }

  @AfterAll
  static void stop() {
    nsap.stop();
  }

  @Test
  void anOrphanIsReportedOnceAndLeftAloneUntilRemovedByHand() {
    circuitIsUp();
    byHand(
        InputCommand.of("ENT-GTP")
            .withAid(FORGOTTEN + "-A")
            .withBlock("LBL=" + FORGOTTEN, "", "CTP=1-A-2-1-CTP-190"));
    lookAgain(() -> !drifts().isEmpty());
    assertThat(drifts())
        .singleElement()
        .returns(null, DriftRecord::connection)
        .returns(TID, DriftRecord::element)
        .returns(FORGOTTEN + " is not booked: GTP " + FORGOTTEN + "-A", DriftRecord::description)
        .returns(DriftRecord.Resolution.UNBOOKED, DriftRecord::resolution);

    byHand(
        InputCommand.of("ENT-GTP")
            .withAid("SOMEBODYS")
            .withBlock("LBL=SOMEBODYS", "", "CTP=1-A-2-1-CTP-191"));
    byHand(InputCommand.of("DLT-GTP").withAid(FORGOTTEN + "-A"));
    lookAgain(() -> drifts().getFirst().resolution() == DriftRecord.Resolution.GONE);
    assertThat(drifts()).hasSize(1);
    assertThat(nsap.names(TID, "GTP")).contains("SOMEBODYS");
    byHand(InputCommand.of("DLT-GTP").withAid("SOMEBODYS"));
  }

  private static void circuitIsUp() {
    var id = new ConnectionId(UUID.randomUUID());
    var schedule = new Schedule(nsap.now(), nsap.now().plus(Duration.ofDays(1)));
    var criteria = NsapFixture.criteria("UCL", 100, schedule);
    nsap.segment().reserve(new ReserveRequest(nsap.requester(), id, 1, criteria, nsap.heldBy(id)));
    nsap.segment().commit(new ConnectionVersionRequest(nsap.requester(), id, 1));
    nsap.segment().provision(new ConnectionVersionRequest(nsap.requester(), id, 1));
    await()
        .atMost(PATIENCE)
        .until(() ->
            ((ConnectionReport.Known) nsap.segment().query(nsap.requester(), id)).dataPlane()
                == DataPlaneState.ACTIVE);
  }

  private static void byHand(InputCommand command) {
    try (var tl1Session =
        Tl1Session.open(
            new ElementEndpoint(TID, "127.0.0.1", nsap.at(TID).port()),
            Credentials.tl1("touchpaper", "lightpath"),
            SessionTiming.defaults(Clock.systemUTC()),
            TranscriptSink.NONE)) {
      tl1Session.send(command);
    }
  }

  private static List<DriftRecord> drifts() {
    return nsap.bean(DriftRepository.class).list(10);
  }

  /** Scans are periodic; here they follow the test's clock. */
  private static void lookAgain(Callable<Boolean> until) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500)) // so that the day of the circuit does not end
        .until(() -> {
          nsap.advance(Duration.ofMinutes(10));
          return until.call();
        });
  }
}
