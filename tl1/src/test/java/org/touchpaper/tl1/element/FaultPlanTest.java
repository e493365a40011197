package org.touchpaper.tl1.element;

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
import org.touchpaper.tl1.element.Fault.Oddity;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.row.AlarmRow;
import org.touchpaper.tl1.row.DatabaseChange;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.SessionEvent;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Tl1Outcome;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.Denied;
import org.touchpaper.tl1.session.Tl1Outcome.Partial;
import org.touchpaper.tl1.session.Tl1Outcome.Unknown;
import org.touchpaper.tl1.session.Tl1Session;
import org.touchpaper.tl1.session.TranscriptSink;
import org.touchpaper.tl1.session.Waker;

/**
 * What can go wrong with one command, and what a session makes of it; then plans of such things.
 */
class FaultPlanTest {

  private static final Duration ANSWER = Duration.ofMinutes(1);

  /** Before a command is sent again that was given back. */
  private static final Duration BUSY = ANSWER.dividedBy(2);

  @TempDir Path folder;
  private final TurnedClock clock = new TurnedClock();
  private final List<AutonomousMessage> heard = new CopyOnWriteArrayList<>();

  /** What happens to whom nothing is answered, at the latest when their patience ends. */
  private final Queue<Runnable> patience = new ConcurrentLinkedQueue<>();

  /** How often a session waited before it sent again what was given back. */
  private final AtomicInteger pauses = new AtomicInteger();

  private EmulatedElement london;
  private Tl1Session session;

  @BeforeEach
  void start() throws IOException {
    london =
        EmulatedElement.start(ElementConfig.demo("LONDON", Dialect.CORE_DIRECTOR), folder, clock);
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
            new Endpoint("LONDON", "127.0.0.1", london.port()),
            Credentials.tl1("touchpaper", "lightpath"),
            new Timing(
                clock,
                this::waiting,
                Duration.ofSeconds(5),
                ANSWER,
                ANSWER.multipliedBy(6),
                Duration.ofHours(1)),
            TranscriptSink.NONE);
    opened.watch(event -> {
      if (event instanceof SessionEvent.Reported(_, var message)) {
        heard.add(message);
      }
    });
    return opened;
  }

  private Waker.Call waiting(Duration delay, Runnable action) {
    if (delay.equals(BUSY)) {
      pauses.incrementAndGet();
      action.run(); // half a minute later
      return () -> {};
    }
    if (delay.equals(ANSWER)) {
      patience.add(action);
    }
    return Waker.system().after(delay, action);
  }

  private Tl1Outcome enter(String name, Fault fault) {
    london.faults().next("ENT-GTP", fault);
    return session.send(entering(name));
  }

  private static InputCommand entering(String name) {
    var channel = Math.floorMod(name.hashCode(), 190) + 1;
    return InputCommand.of("ENT-GTP").at(name).block("LBL=tp", "CTP=1-A-1-1-CTP-" + channel);
  }

  private List<String> names() {
    return london.holds().stream().map(Entity::name).toList();
  }

  @Test
  void isASeedAListOrAFile() throws IOException {
    assertThat(FaultPlan.read("")).isEqualTo(FaultPlan.NONE);
    assertThat(FaultPlan.read("7")).isEqualTo(FaultPlan.even(7, 0.001));
    assertThat(FaultPlan.read("seed=7,all=0.001")).isEqualTo(FaultPlan.even(7, 0.001));
    assertThat(FaultPlan.read(FaultPlan.even(7, 0.001).asText()))
        .isEqualTo(FaultPlan.even(7, 0.001));
    var file = folder.resolve("plan");
    Files.writeString(file, "# a bad day\nseed=7\n\nall=0.001\nrestart = 0\n");
    assertThat(FaultPlan.read(file.toString()))
        .isEqualTo(FaultPlan.even(7, 0.001).with(Mishap.RESTART, 0));
    assertThatThrownBy(() -> FaultPlan.read(folder.resolve("none").toString()))
        .hasMessageContaining("neither a seed, nor a plan");
  }

  @Test
  void aLateCommandIsCarriedOutWhenNobodyAwaitsItAnyMore() throws Exception {
    london.faults().next("ENT-GTP", new Fault.Late(Duration.ofSeconds(9)));
    var outcome =
        CompletableFuture.supplyAsync(
            () -> session.send(entering("g-1")), Thread::startVirtualThread);
    await().atMost(Duration.ofMinutes(1)).until(london.faults()::areSpent);
    awaitConnected(); // what is answered was heard after it
    patience.forEach(Runnable::run);
    assertThat(outcome.get()).isInstanceOf(Unknown.class);
    assertThat(names()).isEmpty();
    clock.advance(Duration.ofSeconds(9));
    assertThat(names()).containsExactly("g-1");
  }

  @Test
  void aLateCommandIsForgottenInARestart() throws IOException {
    enter("g-1", new Fault.Delayed(Duration.ofSeconds(9)));
    london.restart();
    clock.advance(Duration.ofSeconds(9));
    assertThat(names()).isEmpty();
  }

  @Test
  void acknowledgementsSayLessThanAnAnswer() {
    assertThat(enter("g-1", new Fault.Acknowledged(Acknowledgement.Code.NG, false)))
        .isInstanceOf(Denied.class);
    assertThat(names()).isEmpty();
    assertThat(enter("g-1", new Fault.Acknowledged(Acknowledgement.Code.NA, true)))
        .isInstanceOf(Unknown.class);
    assertThat(names()).containsExactly("g-1");
    // given back, and sent again by the session
    assertThat(enter("g-9", new Fault.Acknowledged(Acknowledgement.Code.RL, false)))
        .isInstanceOf(Completed.class);
    assertThat(pauses).hasValue(1);
    assertThat(enter("g-2", new Fault.InProgress(3, Duration.ofMillis(1))))
        .isInstanceOf(Completed.class);
    assertThat(enter("g-3", new Fault.Delayed(Duration.ofSeconds(1)))).isInstanceOf(Unknown.class);
  }

  @ParameterizedTest
  @EnumSource
  void aDenyIsADenyHoweverItLooks(Oddity oddity) {
    var outcome = enter("g-1", new Fault.DenyOddly(oddity));
    switch (oddity) {
      case BARE -> assertThat(outcome).isEqualTo(new Denied("", ""));
      case CODE_LAST ->
          assertThat(outcome)
              .isInstanceOfSatisfying(
                  Denied.class, denied -> assertThat(denied.code()).isEqualTo("SARB"));
      // whose could it be, with nothing else outstanding
      case UNTAGGED -> assertThat(outcome).isInstanceOf(Denied.class);
    }
    assertThat(names()).isEmpty();
  }

  @Test
  void anAnswerIsWholeInWhateverPiecesItComes() {
    for (var name : List.of("g-1", "g-2", "g-3")) {
      assertThat(enter(name, new Fault.Chatter())).isInstanceOf(Completed.class);
    }
    for (var fault : List.of(new Fault.InSegments(), new Fault.InBlocks(), new Fault.Chatter())) {
      london.faults().next("RTRV-GTP", fault);
      assertThat(session.send(InputCommand.of("RTRV-GTP").at("ALL")))
          .isInstanceOfSatisfying(Completed.class, it -> assertThat(it.rows()).hasSize(3));
    }
    london.faults().next("RTRV-GTP", new Fault.Partly());
    assertThat(session.send(InputCommand.of("RTRV-GTP").at("ALL")))
        .isInstanceOfSatisfying(Partial.class, it -> assertThat(it.rows()).hasSize(1));
    assertThat(heard).extracting(AutonomousMessage::verb).contains("REPT EVT LOG");
  }

  @Test
  void anIdleSessionIsToldSoAndClosed() {
    var before = session.logins();
    assertThat(enter("g-1", new Fault.LoggedOut())).isInstanceOf(Unknown.class);
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> heard.stream().anyMatch(it -> it.verb().startsWith("CANC")));
    assertThat(enter("g-1", new Fault.Chatter())).isInstanceOf(Completed.class);
    assertThat(session.logins()).isEqualTo(before + 1);
  }

  @Test
  void aRestartInTheMiddleKeepsTheDatabaseOrLosesIt() {
    enter("g-1", new Fault.Chatter());
    assertThat(enter("g-2", new Fault.Restart(true, true))).isInstanceOf(Unknown.class);
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(names()).containsExactly("g-1", "g-2"));
    awaitConnected();
    assertThat(enter("g-3", new Fault.Restart(true, false))).isInstanceOf(Unknown.class);
    await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(names()).isEmpty());
  }

  private void awaitConnected() {
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> session.send(InputCommand.of("RTRV-HDR")) instanceof Completed);
  }

  @Test
  void everybodyElseIsToldWhatAStrangerDidAndWhatWeDid() {
    assertThat(enter("g-1", new Fault.Stranger(false))).isInstanceOf(Completed.class);
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> changes().stream().anyMatch(it -> it.user().equals("STRANGER")));
    assertThat(names()).hasSize(2);

    try (var other = session()) {
      other.send(InputCommand.of("DLT-GTP").at("g-1"));
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> changes().stream().anyMatch(it -> it.aid().equals("g-1")));
    }
  }

  private List<DatabaseChange> changes() {
    return heard.stream().flatMap(it -> DatabaseChange.in(it).stream()).toList();
  }

  @Test
  void aLostSignalIsReportedAndStandsUntilItIsBack() {
    london.loseSignal("1-A-1-1");
    assertThat(session.send(InputCommand.of("RTRV-ALM-ALL")))
        .isInstanceOfSatisfying(
            Completed.class,
            it ->
                assertThat(AlarmRow.parse(it.rows().getFirst()).orElseThrow())
                    .returns("1-A-1-1", AlarmRow::aid)
                    .returns("LOS", AlarmRow::condition)
                    .returns(true, AlarmRow::serviceAffecting));
    london.restoreSignal("1-A-1-1");
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() ->
            assertThat(heard.stream().flatMap(it -> AlarmRow.in(it).stream()))
                .extracting(AlarmRow::isCleared)
                .containsExactly(false, true));
  }

  @Test
  void aConnectionMayBeChoppedEchoedAndBegunWithABanner() {
    london.faults().follow(FaultPlan.parse("seed=3,chopped=1,echo=1,banner=1"));
    try (var other = session()) {
      assertThat(other.send(InputCommand.of("RTRV-EQPT").at("COM")))
          .isInstanceOfSatisfying(Completed.class, it -> assertThat(it.rows()).hasSize(1));
    }
    assertThat(london.faults().struck())
        .containsOnlyKeys(Mishap.CHOPPED, Mishap.ECHO, Mishap.BANNER);
  }

  @Test
  void theSameSeedLetsTheSameGoWrong() {
    assertThat(story(7)).isEqualTo(story(7)).isNotEqualTo(story(8));
    assertThat(story(7)).hasSizeBetween(100, 300);
  }

  private static List<String> story(long seed) {
    var faults = new Faults("LONDON");
    faults.follow(FaultPlan.even(seed, 0.01));
    var story = new ArrayList<String>();
    for (var n = 0; n < 1_000; n++) {
      var number = n;
      faults.take("RTRV-HDR").ifPresent(fault -> story.add(number + " " + fault));
    }
    return story;
  }

  @Test
  void aPlanIsReadFromText() {
    var plan = FaultPlan.parse("seed=7,all=0.001,restart-empty=0,late=0.002,late-ms=500");
    assertThat(plan.seed()).isEqualTo(7);
    assertThat(plan.rate(Mishap.DROP_BEFORE)).isEqualTo(0.001);
    assertThat(plan.rate(Mishap.RESTART_EMPTY)).isZero();
    assertThat(plan.rate(Mishap.LATE)).isEqualTo(0.002);
    assertThat(plan.late()).isEqualTo(Duration.ofMillis(500));
    for (var wrong : List.of("x", "nothing=0.1", "drop-before=2", "drop-before=x", "all=0.5")) {
      assertThatIllegalArgumentException().isThrownBy(() -> FaultPlan.parse(wrong));
    }
  }
}
