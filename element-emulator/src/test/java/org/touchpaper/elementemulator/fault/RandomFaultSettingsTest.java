package org.touchpaper.elementemulator.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.ManualClock;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.fault.InjectedFault.DenyForm;
import org.touchpaper.elementemulator.state.ManagedEntity;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.Tl1Outcome;
import org.touchpaper.elementsession.Tl1Outcome.Completed;
import org.touchpaper.elementsession.Tl1Outcome.Denied;
import org.touchpaper.elementsession.Tl1Outcome.Partial;
import org.touchpaper.elementsession.Tl1Outcome.Unknown;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.DelayScheduler;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionEvent;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.row.AlarmRow;

/** Injected faults and the outcomes that a session reports; then fault plans. */
class RandomFaultSettingsTest {

  private static final Duration RESPONSE_TIMEOUT = Duration.ofMinutes(1);

  /** The pause before a command that the element returned is sent again. */
  private static final Duration BUSY_RETRY_DELAY = RESPONSE_TIMEOUT.dividedBy(2);

  @TempDir Path folder;
  private final ManualClock clock = new ManualClock();
  private final List<AutonomousMessage> reports = new CopyOnWriteArrayList<>();

  /** The timeouts of pending commands. */
  private final Queue<Runnable> responseTimeouts = new ConcurrentLinkedQueue<>();

  /** The number of repeated commands. */
  private final AtomicInteger pauses = new AtomicInteger();

  private EmulatedElement london;
  private Tl1Session session;

  @BeforeEach
  void start() throws IOException {
    london =
        EmulatedElement.start(
            ElementConfig.demo("LONDON", ElementModel.CORE_DIRECTOR), folder, clock);
    session = session();
    assertThat(session.send(InputCommand.of("RTRV-HDR"))).isInstanceOf(Completed.class);
  }

  @AfterEach
  void stop() {
    session.close();
    london.close();
  }

  private Tl1Session session() {
    var opened =
        Tl1Session.open(
            new ElementEndpoint("LONDON", "127.0.0.1", london.port()),
            Credentials.tl1("touchpaper", "lightpath"),
            new SessionTiming(
                clock,
                this::schedule,
                Duration.ofSeconds(5),
                RESPONSE_TIMEOUT,
                RESPONSE_TIMEOUT.multipliedBy(6),
                Duration.ofHours(1)),
            TranscriptSink.NONE);
    opened.addListener(event -> {
      if (event instanceof SessionEvent.ReportReceived(_, var message)) {
        reports.add(message);
      }
    });
    return opened;
  }

  private DelayScheduler.ScheduledCall schedule(Duration delay, Runnable action) {
    if (delay.equals(BUSY_RETRY_DELAY)) {
      pauses.incrementAndGet();
      action.run(); // after half a minute
      return () -> {};
    }
    if (delay.equals(RESPONSE_TIMEOUT)) {
      responseTimeouts.add(action);
    }
    return DelayScheduler.system().schedule(delay, action);
  }

  private Tl1Outcome enter(String name, InjectedFault fault) {
    london.faults().injectOnce("ENT-GTP", fault);
    return session.send(enterCommand(name));
  }

  private static InputCommand enterCommand(String name) {
    var channel = Math.floorMod(name.hashCode(), 190) + 1;
    return InputCommand.of("ENT-GTP")
        .withAid(name)
        .withBlock("LBL=tp", "CTP=1-A-1-1-CTP-" + channel);
  }

  private List<String> names() {
    return london.listEntities().stream().map(ManagedEntity::name).toList();
  }

  @Test
  void readsASeedAListOrAFile() throws IOException {
    assertThat(RandomFaultSettings.read("")).isEqualTo(RandomFaultSettings.NONE);
    assertThat(RandomFaultSettings.read("7")).isEqualTo(RandomFaultSettings.uniform(7, 0.001));
    assertThat(RandomFaultSettings.read("seed=7,all=0.001"))
        .isEqualTo(RandomFaultSettings.uniform(7, 0.001));
    assertThat(RandomFaultSettings.read(RandomFaultSettings.uniform(7, 0.001).asText()))
        .isEqualTo(RandomFaultSettings.uniform(7, 0.001));
    var file = folder.resolve("plan");
    Files.writeString(file, "# a comment\nseed=7\n\nall=0.001\nrestart = 0\n");
    assertThat(RandomFaultSettings.read(file.toString()))
        .isEqualTo(RandomFaultSettings.uniform(7, 0.001).withRate(FaultKind.RESTART, 0));
    assertThatThrownBy(() -> RandomFaultSettings.read(folder.resolve("none").toString()))
        .hasMessageContaining("not a seed, a plan");
  }

  @Test
  void aLateCommandIsCarriedOutAfterItsTimeout() throws Exception {
    london.faults().injectOnce("ENT-GTP", new InjectedFault.LateExecution(Duration.ofSeconds(9)));
    var outcome =
        CompletableFuture.supplyAsync(
            () -> session.send(enterCommand("g-1")), Thread::startVirtualThread);
    await().atMost(Duration.ofMinutes(1)).until(london.faults()::isExhausted);
    awaitConnected(); // answered after the late command was received
    responseTimeouts.forEach(Runnable::run);
    assertThat(outcome.get()).isInstanceOf(Unknown.class);
    assertThat(names()).isEmpty();
    clock.advance(Duration.ofSeconds(9));
    assertThat(names()).containsExactly("g-1");
  }

  @Test
  void aRestartDiscardsALateCommand() throws IOException {
    enter("g-1", new InjectedFault.Delayed(Duration.ofSeconds(9)));
    london.restart();
    clock.advance(Duration.ofSeconds(9));
    assertThat(names()).isEmpty();
  }

  @Test
  void mapsAcknowledgementsToOutcomes() {
    assertThat(enter("g-1", new InjectedFault.Acknowledged(Acknowledgement.Code.NG, false)))
        .isInstanceOf(Denied.class);
    assertThat(names()).isEmpty();
    assertThat(enter("g-1", new InjectedFault.Acknowledged(Acknowledgement.Code.NA, true)))
        .isInstanceOf(Unknown.class);
    assertThat(names()).containsExactly("g-1");
    // returned by the element and sent again by the session
    assertThat(enter("g-9", new InjectedFault.Acknowledged(Acknowledgement.Code.RL, false)))
        .isInstanceOf(Completed.class);
    assertThat(pauses).hasValue(1);
    assertThat(enter("g-2", new InjectedFault.InProgress(3, Duration.ofMillis(1))))
        .isInstanceOf(Completed.class);
    assertThat(enter("g-3", new InjectedFault.Delayed(Duration.ofSeconds(1))))
        .isInstanceOf(Unknown.class);
  }

  @ParameterizedTest
  @EnumSource
  void recognisesADenyInEveryForm(DenyForm form) {
    var outcome = enter("g-1", new InjectedFault.MalformedDeny(form));
    switch (form) {
      case BARE -> assertThat(outcome).isEqualTo(new Denied("", ""));
      case CODE_LAST ->
          assertThat(outcome)
              .isInstanceOfSatisfying(
                  Denied.class, denied -> assertThat(denied.code()).isEqualTo("SARB"));
      // it belongs to the only outstanding command
      case UNTAGGED -> assertThat(outcome).isInstanceOf(Denied.class);
    }
    assertThat(names()).isEmpty();
  }

  @Test
  void collectsAnAnswerFromAnySegments() {
    for (var name : List.of("g-1", "g-2", "g-3")) {
      assertThat(enter(name, new InjectedFault.InterleavedReports())).isInstanceOf(Completed.class);
    }
    for (var fault :
        List.of(
            new InjectedFault.SegmentedResponse(),
            new InjectedFault.RtrvBlockResponse(),
            new InjectedFault.InterleavedReports())) {
      london.faults().injectOnce("RTRV-GTP", fault);
      assertThat(session.send(InputCommand.of("RTRV-GTP").withAid("ALL")))
          .isInstanceOfSatisfying(
              Completed.class, outcome -> assertThat(outcome.rows()).hasSize(3));
    }
    london.faults().injectOnce("RTRV-GTP", new InjectedFault.PartialResponse());
    assertThat(session.send(InputCommand.of("RTRV-GTP").withAid("ALL")))
        .isInstanceOfSatisfying(Partial.class, outcome -> assertThat(outcome.rows()).hasSize(1));
    assertThat(reports).extracting(AutonomousMessage::verb).contains("REPT EVT LOG");
  }

  @Test
  void anIdleSessionReceivesCancAndIsClosed() {
    var before = session.loginCount();
    assertThat(enter("g-1", new InjectedFault.IdleLogout())).isInstanceOf(Unknown.class);
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> reports.stream().anyMatch(report -> report.verb().startsWith("CANC")));
    assertThat(enter("g-1", new InjectedFault.InterleavedReports())).isInstanceOf(Completed.class);
    assertThat(session.loginCount()).isEqualTo(before + 1);
  }

  @Test
  void aRestartDuringACommandKeepsOrLosesTheDatabase() {
    enter("g-1", new InjectedFault.InterleavedReports());
    assertThat(enter("g-2", new InjectedFault.Restart(true, true))).isInstanceOf(Unknown.class);
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(names()).containsExactly("g-1", "g-2"));
    awaitConnected();
    assertThat(enter("g-3", new InjectedFault.Restart(true, false))).isInstanceOf(Unknown.class);
    await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(names()).isEmpty());
  }

  private void awaitConnected() {
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> session.send(InputCommand.of("RTRV-HDR")) instanceof Completed);
  }

  @Test
  void allOtherSessionsReceiveChangesByThirdPartiesAndByUs() {
    assertThat(enter("g-1", new InjectedFault.ThirdPartyChange(false)))
        .isInstanceOf(Completed.class);
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> changes().stream().anyMatch(change -> change.contains("USERID=THIRDPARTY,")));
    assertThat(names()).hasSize(2);

    try (var otherSession = session()) {
      otherSession.send(InputCommand.of("DLT-GTP").withAid("g-1"));
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> changes().stream().anyMatch(change -> change.contains(":g-1:")));
    }
  }

  private List<String> changes() {
    return reports.stream()
        .filter(report -> report.verb().equals("REPT DBCHG"))
        .flatMap(report -> report.text().rows().stream())
        .toList();
  }

  @Test
  void aLostSignalIsReportedUntilItIsRestored() {
    london.loseSignal("1-A-1-1");
    assertThat(session.send(InputCommand.of("RTRV-ALM-ALL")))
        .isInstanceOfSatisfying(
            Completed.class,
            outcome ->
                assertThat(AlarmRow.parse(outcome.rows().getFirst()).orElseThrow())
                    .returns("1-A-1-1", AlarmRow::aid)
                    .returns("LOS", AlarmRow::condition)
                    .returns(true, AlarmRow::isServiceAffecting));
    london.restoreSignal("1-A-1-1");
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() ->
            assertThat(reports.stream().flatMap(outcome -> AlarmRow.fromReport(outcome).stream()))
                .extracting(AlarmRow::isCleared)
                .containsExactly(false, true));
  }

  @Test
  void aConnectionMayBeFragmentedEchoedAndBeginWithABanner() {
    london.faults().usePlan(RandomFaultSettings.parse("seed=3,fragmented=1,echo=1,banner=1"));
    try (var otherSession = session()) {
      assertThat(otherSession.send(InputCommand.of("RTRV-EQPT").withAid("COM")))
          .isInstanceOfSatisfying(
              Completed.class, outcome -> assertThat(outcome.rows()).hasSize(1));
    }
    assertThat(london.faults().triggeredCounts())
        .containsOnlyKeys(FaultKind.FRAGMENTED, FaultKind.ECHO, FaultKind.BANNER);
  }

  @Test
  void theSameSeedCausesTheSameFaults() {
    assertThat(faultSequence(7)).isEqualTo(faultSequence(7)).isNotEqualTo(faultSequence(8));
    assertThat(faultSequence(7)).hasSizeBetween(100, 300);
  }

  private static List<String> faultSequence(long seed) {
    var faults = new ElementFaultSchedule("LONDON");
    faults.usePlan(RandomFaultSettings.uniform(seed, 0.01));
    var sequence = new ArrayList<String>();
    for (var n = 0; n < 1_000; n++) {
      var number = n;
      faults.takeFault("RTRV-HDR").ifPresent(fault -> sequence.add(number + " " + fault));
    }
    return sequence;
  }

  @Test
  void aPlanIsReadFromText() {
    var plan = RandomFaultSettings.parse("seed=7,all=0.001,restart-empty=0,late=0.002,late-ms=500");
    assertThat(plan.seed()).isEqualTo(7);
    assertThat(plan.rate(FaultKind.DROP_BEFORE)).isEqualTo(0.001);
    assertThat(plan.rate(FaultKind.RESTART_EMPTY)).isZero();
    assertThat(plan.rate(FaultKind.LATE)).isEqualTo(0.002);
    assertThat(plan.maxLateness()).isEqualTo(Duration.ofMillis(500));
    for (var invalid : List.of("x", "nothing=0.1", "drop-before=2", "drop-before=x", "all=0.5")) {
      assertThatIllegalArgumentException().isThrownBy(() -> RandomFaultSettings.parse(invalid));
    }
  }
}
