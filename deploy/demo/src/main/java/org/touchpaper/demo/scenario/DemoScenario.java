package org.touchpaper.demo.scenario;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The demo: one call that books, one that is refused, a leader killed twice, a booking made at the
 * other site, a run that is steered, and an orderly stop. Each step is verified on the elements, on
 * the cluster and at every service.
 */
public final class DemoScenario {

  /** Every process and service of the demo network, in the order in which they start. */
  public static final List<String> PARTS =
      List.of(
          "elements",
          "acceptor-1",
          "acceptor-2",
          "acceptor-3",
          "nsap",
          "lnsap-ucl",
          "lnsap-manchester",
          "bar-ucl",
          "bar-manchester",
          "rm-newton");

  /** Time from the first call to its start. */
  private static final Duration LEAD_TIME = Duration.ofSeconds(10);

  /** Time from the second call to its start; enough for a slow machine to answer. */
  private static final Duration SHORT_LEAD_TIME = Duration.ofSeconds(5);

  /** One timetable of the cluster, one of the lightpath, and one of each segment. */
  private static final int TIMETABLE_COUNT = 7;

  private static final Duration BOOKING_LENGTH = Duration.ofSeconds(20);

  private static final Duration HEALTH_TIMEOUT = Duration.ofSeconds(30);

  private final DemoQueries network;
  private final DemoConsole screen;
  private final VerificationLog checks;

  public DemoScenario(DemoControlRequestHandler view, DemoConsole screen) {
    this.network = new DemoQueries(view);
    this.screen = screen;
    this.checks = new VerificationLog(screen);
  }

  /**
   * Runs the demo.
   *
   * @param keep keeps the network running
   * @return the exit status: 0 if every step was reached and every check passed, else 1
   */
  public int run(boolean keep) {
    var startedAt = network.now();
    screen.startClock(startedAt);
    var isComplete = runSteps(keep);
    report(startedAt);
    return isComplete && checks.failures().isEmpty() ? 0 : 1;
  }

  public List<String> checkNames() {
    return checks.checks().stream().map(VerificationLog.Check::name).toList();
  }

  public List<String> failedCheckNames() {
    return checks.failures().stream().map(VerificationLog.Check::name).toList();
  }

  private boolean runSteps(boolean keep) {
    try {
      verifyHealthy();
      verifyTimetables();
      var idle = NetworkSnapshot.take(network);
      var start = network.now().plus(LEAD_TIME);
      var end = start.plus(BOOKING_LENGTH);
      var bookingStep = new BookingStep(network, screen, checks, idle, start, end);
      bookingStep.book();
      bookingStep.awaitLightpathUp();
      bookingStep.awaitAllUp();
      new RefusalStep(network, screen, checks)
          .verifyRefusal(network.now().plus(SHORT_LEAD_TIME), end);
      bookingStep.awaitAllClear();
      new LeaderFailureStep(network, screen, checks).killBeforePrepare();
      new LeaderFailureStep(network, screen, checks).killAfterVotes();
      new OtherSiteStep(network.at("bar-manchester"), screen, checks).bookAndCancel();
      new RunStep(network, screen, checks).launchAndSteer();
      if (!keep) {
        tearDown();
      }
      return true;
    } catch (VerificationLog.DemoFailedException e) {
      screen.printNote("The demo stops at a failed check: " + e.getMessage() + ".");
      return false;
    }
  }

  private void verifyHealthy() {
    screen.printStep(1, "The UKLight demo network is up");
    // each has been healthy before, but on a busy machine a health check may be late
    var unhealthy = network.await(HEALTH_TIMEOUT, this::listUnhealthy, List::isEmpty);
    checks.require(
        "all " + PARTS.size() + " parts are healthy", unhealthy.isEmpty(), unhealthy.toString());
  }

  private List<String> listUnhealthy() {
    return PARTS.stream().filter(part -> !network.isHealthy(part)).toList();
  }

  /** Reads every timetable once, since the first call to a service takes longer. */
  private void verifyTimetables() {
    var from = network.now();
    var free = network.timetables(from, from.plus(BOOKING_LENGTH));
    checks.verify(
        "cluster, lightpath and every segment report free capacity",
        free.split("\"free\"|freeMbps>", -1).length > TIMETABLE_COUNT,
        free);
    checks.recordDuration("every timetable, first read", from, network.now());
  }

  private void tearDown() {
    screen.printStep(8, "The network is stopped");
    var startedAt = network.now();
    var leftovers = network.tearDown();
    checks.recordDuration("network stopped", startedAt, network.now());
    checks.verify("no process, port or lock is left behind", leftovers.isEmpty(), leftovers);
  }

  private void report(Instant startedAt) {
    var failures = checks.failures();
    var elapsed = Duration.between(startedAt, network.now());
    screen.printLine("");
    checks.durations().forEach(screen::printLine);
    screen.printLine("");
    screen.printLine(
        "%d checks, %d failed, %.1f s since all parts were healthy"
            .formatted(checks.checks().size(), failures.size(), elapsed.toMillis() / 1000.0));
    failures.forEach(failure -> screen.printLine("  failed: " + failure.name()));
  }
}
