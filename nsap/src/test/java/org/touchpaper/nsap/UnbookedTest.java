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
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.provider.Drift;
import org.touchpaper.segment.provider.SegmentProvider;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Tl1Session;
import org.touchpaper.tl1.session.TranscriptSink;

/** What bears a name of ours and is in no books is told to operators, once, and left alone. */
class UnbookedTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String TID = "METRO-UCL";

  /** As another database, or this one before it was restored, would have named a circuit. */
  private static final String FORGOTTEN = "TP-0123456789AB";

  @TempDir static Path folder;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private static NsapUnderTest nsap;

  @BeforeAll
  static void start() {
    nsap = new NsapUnderTest(folder);
  }

  @AfterAll
  static void stop() {
    nsap.stop();
  }

  @Test
  void whatNobodyBookedIsToldOnceAndLeftAloneUntilSomebodyRemovesIt() {
    circuitIsUp();
    byHand(
        InputCommand.of("ENT-GTP")
            .at(FORGOTTEN + "-A")
            .block("LBL=" + FORGOTTEN, "", "CTP=1-A-2-1-CTP-190"));
    lookAgain(() -> !drifts().isEmpty());
    assertThat(drifts())
        .singleElement()
        .returns(null, Drift::connection)
        .returns(TID, Drift::element)
        .returns(FORGOTTEN + " is in no books: GTP " + FORGOTTEN + "-A", Drift::what)
        .returns(Drift.Done.UNBOOKED, Drift::done);

    byHand(
        InputCommand.of("ENT-GTP")
            .at("SOMEBODYS")
            .block("LBL=SOMEBODYS", "", "CTP=1-A-2-1-CTP-191"));
    byHand(InputCommand.of("DLT-GTP").at(FORGOTTEN + "-A"));
    lookAgain(() -> drifts().getFirst().done() == Drift.Done.GONE);
    assertThat(drifts()).hasSize(1);
    assertThat(nsap.names(TID, "GTP")).contains("SOMEBODYS");
    byHand(InputCommand.of("DLT-GTP").at("SOMEBODYS"));
  }

  private static void circuitIsUp() {
    var id = new ConnectionId(UUID.randomUUID());
    var schedule = new Schedule(nsap.now(), nsap.now().plus(Duration.ofDays(1)));
    var criteria = NsapUnderTest.criteria("UCL", 100, schedule);
    nsap.segment().reserve(new Reserve(nsap.requester(), id, 1, criteria, nsap.heldBy(id)));
    nsap.segment().commit(new Order(nsap.requester(), id, 1));
    nsap.segment().provision(new Order(nsap.requester(), id, 1));
    await()
        .atMost(PATIENCE)
        .until(() ->
            ((Report.Known) nsap.segment().query(nsap.requester(), id)).dataPlane()
                == DataPlane.ACTIVE);
  }

  private static void byHand(InputCommand command) {
    try (var other =
        Tl1Session.open(
            new Endpoint(TID, "127.0.0.1", nsap.at(TID).port()),
            Credentials.tl1("touchpaper", "lightpath"),
            Timing.usual(Clock.systemUTC()),
            TranscriptSink.NONE)) {
      other.send(command);
    }
  }

  private static List<Drift> drifts() {
    return nsap.bean(SegmentProvider.class).listDrifts(10);
  }

  /** Elements are searched now and then; here as often as the clock is turned. */
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
