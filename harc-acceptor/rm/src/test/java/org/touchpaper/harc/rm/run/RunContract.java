package org.touchpaper.harc.rm.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.client.model.RunRequest;
import org.touchpaper.harc.client.model.RunState;
import org.touchpaper.harc.client.model.RunStatus;
import org.touchpaper.harc.rm.booking.BackendResourceScheduler;
import org.touchpaper.harc.rm.ownership.AccountMapping;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.CrashInjector;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Held;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Refused;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a launch on a booking guarantees, whatever launches it. The application writes a line to a
 * file when it starts, so that the file tells how often it started.
 */
public abstract class RunContract {
  protected static final Duration TIMEOUT = Duration.ofSeconds(60);
  protected static final RunRequest.Launch LAUNCH =
      new RunRequest.Launch("sleeper", List.of("seconds=600"));

  @TempDir protected Path home;
  protected final CrashInjector crashes = new CrashInjector();
  protected final Set<String> scheduledRuns = new HashSet<>();
  private int transactions;

  /** The machine's name. */
  protected abstract String resource();

  protected abstract Clock clock();

  protected abstract DataSource database();

  /** A launcher for the machine, as after a restart. */
  protected abstract JobLauncher newLauncher();

  /** A scheduler in front of the machine, as after a restart. */
  protected abstract BackendResourceScheduler newScheduler(DataSource crashing, RunService runs);

  /** Turns the clock, and does for bookings what is due then. */
  protected abstract void turnTo(Instant time);

  /** The time of the machine, which does not wait for the clock if it is a real one. */
  protected Instant realTime() {
    return clock().instant();
  }

  /** How often an application started for that booking. */
  protected int startsOf(String bookingId) throws IOException {
    var file = directory().resolve("started");
    if (!Files.exists(file)) {
      return 0;
    }
    return (int) Files.readAllLines(file).stream().filter(line -> line.contains(bookingId)).count();
  }

  protected Path directory() {
    return home.resolve("scratch");
  }

  @BeforeEach
  void register() throws IOException {
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx--x--x"));
    Files.createDirectory(directory());
    Files.setPosixFilePermissions(directory(), PosixFilePermissions.fromString("rwxrwxrwx"));
    var script = home.resolve("sleeper");
    Files.writeString(
        script,
        """
        #!/bin/bash
        pwd >> %s/started
        id -u; id -g; echo "port $1 seconds $3 reservation $SLURM_JOB_RESERVATION"
        echo "processes $SLURM_NTASKS"; echo "size $2"
        trap 'echo stopped by INT; exit 3' INT
        for i in $(seq "$3"); do sleep 1 & wait $!; done
        """
            .formatted(directory()));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    var relay = home.resolve("relay");
    Files.writeString(
        relay,
        """
        #!/bin/bash
        echo "listens at $1 for $2, only for the engine: $ENGINE_ONLY"
        if [ "$3" != 0 ]; then exit "$3"; fi
        trap 'echo left > %1$s/relay-left; exit 0' TERM
        echo $$ > %1$s/relay-process.new; mv %1$s/relay-process.new %1$s/relay-process
        while :; do sleep 1 & wait $!; done
        """
            .formatted(directory()));
    Files.setPosixFilePermissions(relay, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(
        registryFile(),
        """
        registry:
          applications:
            - name: sleeper
              description: waits
              executable: %s
              arguments: ["{port}", "{nodes}/{processes}"]
              parameters:
                - { name: seconds, pattern: "[0-9]{1,4}", description: how long }
              port: { protocol: imd, first: 8901, last: 8902 }
              directory: %s
              stop: { signal: INT, grace: 20s }
        """
                .formatted(script, directory())
            + relayed("relayed", script, relay, 0)
            + relayed("unsteerable", script, relay, 7));
  }

  private String relayed(String name, Path script, Path relay, int exitCode) {
    return """
    - name: %s
      executable: %s
      arguments: ["{enginePort}", "{nodes}/{processes}"]
      environment: ["ENGINE_ONLY=yes"]
      parameters:
        - { name: seconds, pattern: "[0-9]{1,4}", description: how long }
      port: { first: 8911, last: 8912 }
      relay: { command: [%s, "{port}", "{enginePort}", "%d"], firstEnginePort: 9911 }
      directory: %s
      stop: { signal: INT, grace: 20s }
    """
        .formatted(name, script, relay, exitCode, directory())
        .indent(4);
  }

  private Path registryFile() {
    return home.resolve("applications.yaml");
  }

  protected RunService newRuns(DataSource crashing) {
    return new RunService(
        resource(),
        new ApplicationRegistry(registryFile()),
        new CrashingLauncher(newLauncher(), crashes),
        new AccountMapping(Map.of(), Set.of()),
        JdbcClient.create(crashing),
        JsonMapper.shared(),
        (bookingId, _) -> scheduledRuns.add(bookingId),
        clock());
  }

  protected BackendResourceScheduler newScheduler() {
    var crashing = crashes.wrap(database());
    return newScheduler(crashing, newRuns(crashing));
  }

  protected Schedule fromNow(long seconds) {
    return new Schedule(clock().instant(), clock().instant().plusSeconds(seconds));
  }

  protected BookingAction.Make make(String bookingId, Schedule schedule, RunRequest run) {
    return new BookingAction.Make(
        bookingId, schedule, new ResourceRequest.Compute(resource(), 2, run));
  }

  protected BookingAction.Modify modify(String bookingId, RunRequest run) {
    return new BookingAction.Modify(
        bookingId, null, new ResourceRequest.Compute(resource(), 2, run));
  }

  protected BookingAction.Modify modify(String bookingId, Schedule schedule, int nodes) {
    return new BookingAction.Modify(
        bookingId, schedule, new ResourceRequest.Compute(resource(), nodes));
  }

  private Transaction transaction(BookingAction action) {
    return TestRequests.transaction("t." + ++transactions, action);
  }

  /** Prepares and commits, each twice. */
  protected void commit(BookingAction action) {
    var transaction = transaction(action);
    for (var repeat = 0; repeat < 2; repeat++) {
      assertThat(newScheduler().prepare(transaction)).isInstanceOf(Held.class);
    }
    for (var repeat = 0; repeat < 2; repeat++) {
      newScheduler().commit(transaction);
    }
    turnTo(clock().instant());
  }

  private Refusal refusal(BookingAction action) {
    var transaction = transaction(action);
    var refused = (Refused) newScheduler().prepare(transaction);
    assertThat(newScheduler().prepare(transaction)).isEqualTo(refused);
    return refused.refusals().getFirst().refusal();
  }

  protected RunStatus run(String bookingId) {
    return Objects.requireNonNull(findRun(bookingId));
  }

  private @Nullable RunStatus findRun(String bookingId) {
    return newRuns(database()).findStatus(bookingId);
  }

  protected RunStatus follow(String bookingId) {
    newScheduler().synchronizer().checkRun(bookingId);
    return run(bookingId);
  }

  protected RunStatus awaitState(String bookingId, RunState state) {
    await()
        .atMost(TIMEOUT)
        .pollDelay(Duration.ZERO)
        .until(() -> follow(bookingId).state() == state);
    return run(bookingId);
  }

  /** A job whose script misses the signal is ended when its grace is over. */
  private RunStatus awaitStopped(String bookingId) {
    await()
        .atMost(TIMEOUT)
        .pollDelay(Duration.ZERO)
        .until(() -> {
          var state = follow(bookingId).state();
          turnTo(clock().instant().plusSeconds(1));
          return state == RunState.CANCELED;
        });
    return run(bookingId);
  }

  protected static String newId() {
    return UUID.randomUUID().toString();
  }

  private ActionStatusDetails.State bookingState(Transaction transaction) {
    return newScheduler().queryStatuses(transaction).getFirst().state();
  }

  @Test
  void aRunStartsWithItsBookingAndIsStoppedOnRequest() throws Exception {
    var id = newId();
    commit(make(id, fromNow(600), LAUNCH));
    assertThat(scheduledRuns).contains(id);
    var active = awaitState(id, RunState.ACTIVE);
    assertThat(active.number()).isEqualTo(1);
    assertThat(active.port()).isEqualTo(8901);
    assertThat(active.protocol()).isEqualTo("imd");
    assertThat(active.jobId()).isNotNull();
    assertThat(active.nodes()).hasSize(2);
    await()
        .atMost(TIMEOUT)
        .untilAsserted(() -> assertThat(follow(id).output()).contains(expectedLine()));
    commit(modify(id, new RunRequest.Stop()));
    assertThat(awaitStopped(id).exitCode()).isNotEqualTo(0);
    assertThat(startsOf(id)).isEqualTo(1);

    commit(modify(id, new RunRequest.Launch("sleeper", List.of("seconds=0"))));
    var ended = awaitState(id, RunState.COMPLETED);
    assertThat(ended.number()).isEqualTo(2);
    assertThat(ended.exitCode()).isEqualTo(0);
    assertThat(ended.port())
        .as("the last connections to the first have just ended")
        .isEqualTo(8902);
    assertThat(ended.message()).isNull();
    assertThat(startsOf(id)).isEqualTo(2);
    assertThat(newScheduler().queryStatuses(TestRequests.transaction("t.1", modify(id, LAUNCH))))
        .extracting(ActionStatusDetails::state, ActionStatusDetails::run)
        .containsExactly(tuple(ActionStatusDetails.State.ACTIVE, run(id)));
  }

  protected String expectedLine() {
    return "port 8901 seconds 600 reservation ";
  }

  /** The state of a run that waits for the start of its booking. */
  protected RunState stateBeforeStart() {
    return RunState.NEW;
  }

  @Test
  void whatTheRegistryDoesNotAllowIsRefusedAtTheVote() {
    var id = newId();
    var schedule = fromNow(600);
    assertThat(refusal(make(id, schedule, new RunRequest.Launch("cuda", List.of()))).code())
        .isEqualTo(Refusal.Code.UNKNOWN_APPLICATION);
    assertThat(
            refusal(make(id, schedule, new RunRequest.Launch("executable", List.of("/bin/sh"))))
                .code())
        .isEqualTo(Refusal.Code.UNKNOWN_APPLICATION);
    for (var wrong : List.of("seconds=x", "seconds=1;id", "x=1", "seconds", "")) {
      assertThat(refusal(make(id, schedule, new RunRequest.Launch("sleeper", List.of(wrong)))))
          .returns(Refusal.Code.BAD_ARGUMENT, Refusal::code)
          .returns("Run", Refusal::field);
    }
    assertThat(refusal(make(id, schedule, new RunRequest.Launch("sleeper", List.of()))).reason())
        .contains("seconds is missing", "[0-9]{1,4}");
    var preload =
        new RunRequest.Launch(
            "sleeper", List.of("seconds=1"), Map.of("LD_PRELOAD", "x"), null, null, null);
    assertThat(refusal(make(id, schedule, preload)).code()).isEqualTo(Refusal.Code.BAD_ARGUMENT);
    assertThat(findRun(id)).isNull();
  }

  @Test
  void anotherRunIsRefusedWhileOneIsUnfinishedAndTheSameHasNoEffect() {
    var id = newId();
    var later =
        new Schedule(clock().instant().plusSeconds(3600), clock().instant().plusSeconds(7200));
    commit(make(id, later, LAUNCH));
    commit(modify(id, LAUNCH));
    assertThat(run(id).number()).isEqualTo(1);
    assertThat(refusal(modify(id, new RunRequest.Launch("sleeper", List.of("seconds=1")))).code())
        .isEqualTo(Refusal.Code.RUN_ACTIVE);
    commit(modify(id, new RunRequest.Stop()));
    awaitState(id, RunState.CANCELED);
    commit(new BookingAction.Cancel(id));
  }

  @Test
  void anAbortedLaunchNeverHappens() throws Exception {
    var id = newId();
    var transaction = transaction(make(id, fromNow(600), LAUNCH));
    newScheduler().prepare(transaction);
    newScheduler().abort(transaction);
    newScheduler().abort(transaction);
    turnTo(clock().instant());
    assertThat(newScheduler().synchronizer().checkRun(id)).isEmpty();
    assertThat(findRun(id)).isNull();
    assertThat(startsOf(id)).isZero();
  }

  @Test
  void theEndOfItsBookingEndsARun() throws Exception {
    var id = newId();
    var schedule = fromNow(600);
    commit(make(id, schedule, LAUNCH));
    awaitState(id, RunState.ACTIVE);
    turnTo(schedule.endTime());
    assertThat(awaitState(id, RunState.CANCELED).number()).isEqualTo(1);
    turnTo(schedule.endTime().plusSeconds(5));
    assertThat(startsOf(id)).isEqualTo(1);
  }

  @Test
  void theCancellationOfItsBookingEndsARun() throws Exception {
    var id = newId();
    commit(make(id, fromNow(600), LAUNCH));
    awaitState(id, RunState.ACTIVE);
    var cancel = transaction(new BookingAction.Cancel(id));
    newScheduler().prepare(cancel);
    newScheduler().commit(cancel);
    assertThat(awaitState(id, RunState.CANCELED).jobId()).isNotNull();
    await()
        .atMost(TIMEOUT)
        .until(() -> {
          turnTo(clock().instant().plusSeconds(1));
          return newScheduler().queryStatuses(cancel).getFirst().released();
        });
    assertThat(bookingState(cancel)).isEqualTo(ActionStatusDetails.State.CANCELLED);
  }

  @Test
  void aRunThatWaitsFollowsItsBookingToAnotherTimeAndSize() throws Exception {
    var id = newId();
    var later =
        new Schedule(clock().instant().plusSeconds(3600), clock().instant().plusSeconds(7200));
    commit(make(id, later, LAUNCH));
    follow(id);
    for (var nodes : List.of(1, 3)) {
      commit(modify(id, later, nodes));
      follow(id);
    }
    turnTo(realTime());
    commit(modify(id, fromNow(600), 3));
    var active = awaitState(id, RunState.ACTIVE);
    assertThat(active.number()).isEqualTo(1);
    assertThat(active.nodes()).hasSize(3);
    await().atMost(TIMEOUT).until(() -> startsOf(id) == 1);
    await()
        .atMost(TIMEOUT)
        .untilAsserted(() -> assertThat(follow(id).output()).contains("size 3/3"));
  }

  /** The resource manager votes for the move before the start, and learns of the commit after. */
  @Test
  void aRunThatStartedIsLaunchedAgainIfItsBookingMovesToALaterStart() throws Exception {
    var id = newId();
    var schedule =
        new Schedule(clock().instant().plusSeconds(1), clock().instant().plusSeconds(601));
    commit(make(id, schedule, LAUNCH));
    var later =
        new Schedule(clock().instant().plusSeconds(3600), clock().instant().plusSeconds(7200));
    var move = transaction(modify(id, later, 2));
    assertThat(newScheduler().prepare(move)).isInstanceOf(Held.class);
    turnTo(schedule.startTime());
    awaitState(id, RunState.ACTIVE);
    await().atMost(TIMEOUT).until(() -> startsOf(id) == 1);
    newScheduler().commit(move);
    await()
        .atMost(TIMEOUT)
        .pollDelay(Duration.ZERO)
        .until(() -> {
          turnTo(clock().instant());
          return follow(id).number() == 2 && run(id).state() == stateBeforeStart();
        });
    assertThat(bookingState(move)).isEqualTo(ActionStatusDetails.State.COMMITTED);
    assertThat(startsOf(id)).isEqualTo(1);

    commit(modify(id, fromNow(600), 2));
    assertThat(awaitState(id, RunState.ACTIVE).number()).isEqualTo(2);
    await().atMost(TIMEOUT).until(() -> startsOf(id) == 2);
    commit(modify(id, new RunRequest.Stop()));
    assertThat(awaitStopped(id).number()).isEqualTo(2);
  }

  @Test
  void aRunLastsAsLongAsItsBookingIsExtended() throws Exception {
    var id = newId();
    var schedule = fromNow(600);
    commit(make(id, schedule, LAUNCH));
    awaitState(id, RunState.ACTIVE);
    var longer = new Schedule(schedule.startTime(), schedule.endTime().plusSeconds(600));
    commit(modify(id, longer, 2));
    assertThat(follow(id).state()).isEqualTo(RunState.ACTIVE);
    turnTo(schedule.endTime());
    assertThat(follow(id).state()).isEqualTo(RunState.ACTIVE);
    turnTo(longer.endTime());
    awaitState(id, RunState.CANCELED);
    assertThat(startsOf(id)).isEqualTo(1);
  }

  @Test
  void aRunEndsWithItsShortenedBooking() throws Exception {
    var id = newId();
    var schedule = fromNow(1200);
    commit(make(id, schedule, LAUNCH));
    awaitState(id, RunState.ACTIVE);
    await().atMost(TIMEOUT).until(() -> startsOf(id) == 1);
    var shorter = new Schedule(schedule.startTime(), schedule.startTime().plusSeconds(300));
    commit(modify(id, shorter, 2));
    assertThat(follow(id).state()).isEqualTo(RunState.ACTIVE);
    turnTo(shorter.endTime());
    awaitState(id, RunState.CANCELED);
    assertThat(startsOf(id)).isEqualTo(1);
  }

  @Test
  void aRunningRunKeepsItsNodesWhateverItsBookingGets() throws Exception {
    var id = newId();
    var schedule = fromNow(600);
    commit(make(id, schedule, LAUNCH));
    var nodes = awaitState(id, RunState.ACTIVE).nodes();
    await().atMost(TIMEOUT).until(() -> startsOf(id) == 1);
    for (var count : List.of(3, 1)) {
      commit(modify(id, schedule, count));
      assertThat(follow(id)).returns(RunState.ACTIVE, RunStatus::state);
      assertThat(run(id).nodes()).isEqualTo(nodes);
    }
    commit(new BookingAction.Cancel(id));
    awaitState(id, RunState.CANCELED);
    assertThat(startsOf(id)).isEqualTo(1);
  }

  @Test
  void aRelayStandsBetweenARunAndItsViewersAndEndsWithIt() throws Exception {
    var id = newId();
    commit(make(id, fromNow(600), new RunRequest.Launch("relayed", List.of("seconds=600"))));
    assertThat(awaitState(id, RunState.ACTIVE).port()).as("of the relay").isEqualTo(8911);
    await()
        .atMost(TIMEOUT)
        .untilAsserted(() ->
            assertThat(follow(id).output())
                .anyMatch(line -> line.startsWith("port 9911 seconds 600"))
                .contains("relay: listens at 8911 for 9911, only for the engine: "));
    var process = directory().resolve("relay-process");
    await().atMost(TIMEOUT).until(() -> Files.exists(process));
    var relay = ProcessHandle.of(Long.parseLong(Files.readString(process).strip())).orElseThrow();
    assertThat(run(id).message()).isNull();
    commit(modify(id, new RunRequest.Stop()));
    awaitStopped(id);
    await().atMost(TIMEOUT).until(() -> !relay.isAlive());
    assertThat(directory().resolve("relay-left")).exists();
    assertThat(startsOf(id)).isEqualTo(1);
  }

  @Test
  void aRelayThatFailsIsToldAndItsRunGoesOn() throws Exception {
    var id = newId();
    commit(make(id, fromNow(600), new RunRequest.Launch("unsteerable", List.of("seconds=600"))));
    awaitState(id, RunState.ACTIVE);
    await().atMost(TIMEOUT).until(() -> follow(id).message() != null);
    assertThat(run(id))
        .returns(RunState.ACTIVE, RunStatus::state)
        .returns(
            "its relay has failed with exit code 7: viewers cannot connect; to watch it, stop it and launch it again",
            RunStatus::message);
    assertThat(run(id).output()).contains("relay: listens at 8911 for 9911, only for the engine: ");
    commit(modify(id, new RunRequest.Stop()));
    awaitStopped(id);
    assertThat(startsOf(id)).isEqualTo(1);
  }

  /** The relay and an engine that ends when its viewer vanishes, as LAMMPS does. */
  @Test
  protected void aViewerThatVanishesDoesNotEndARunWithARelay() throws Exception {
    var simulation = RelayedSimulation.installIn(home, directory());
    Files.writeString(registryFile(), simulation.registry());
    var id = newId();
    commit(make(id, fromNow(600), new RunRequest.Launch("simulation", List.of())));
    awaitState(id, RunState.ACTIVE);
    var step = simulation.watchAndVanish();
    assertThat(simulation.watchAndVanish()).as("it goes on").isGreaterThan(step);
    await()
        .atMost(TIMEOUT)
        .untilAsserted(() ->
            assertThat(follow(id).output())
                .anyMatch(line ->
                    line.matches("relay: viewer .* frames, .* a second, t_s .* ms, .* MB, .*")));
    assertThat(run(id)).returns(RunState.ACTIVE, RunStatus::state);
    commit(modify(id, new RunRequest.Stop()));
    awaitStopped(id);
    await().atMost(TIMEOUT).until(() -> !simulation.isListening());
  }

  /** Each life is killed at one write, before or after it, and repeated until it is through. */
  @Test
  void exactlyOneJobStartsWhateverIsKilledWhen() throws Exception {
    for (var after : List.of(false, true)) {
      var nth = 1;
      do {
        crashes.arm(nth++, after);
      } while (isKilledOnItsWayToOneJob());
      assertThat(nth).isGreaterThan(4);
    }
  }

  @Test
  void exactlyOneJobStartsIfItsSubmissionIsKilled() throws Exception {
    for (var after : List.of(false, true)) {
      crashes.armAt("submit", after);
      assertThat(isKilledOnItsWayToOneJob()).isTrue();
    }
  }

  private boolean isKilledOnItsWayToOneJob() throws Exception {
    var id = newId();
    var transaction = transaction(make(id, fromNow(600), LAUNCH));
    repeatIfKilled(() -> newScheduler().prepare(transaction));
    repeatIfKilled(() -> newScheduler().commit(transaction));
    repeatIfKilled(() -> turnTo(clock().instant()));
    repeatIfKilled(() -> awaitState(id, RunState.ACTIVE));
    var isKilled = crashes.disarm();
    await().atMost(TIMEOUT).until(() -> startsOf(id) > 0);
    commit(new BookingAction.Cancel(id));
    awaitState(id, RunState.CANCELED);
    assertThat(startsOf(id)).isEqualTo(1);
    releaseAll();
    return isKilled;
  }

  private void releaseAll() {
    turnTo(clock().instant().plusSeconds(1));
  }

  private static void repeatIfKilled(Runnable step) {
    try {
      step.run();
    } catch (CrashInjector.Killed e) {
      step.run();
    }
  }
}
