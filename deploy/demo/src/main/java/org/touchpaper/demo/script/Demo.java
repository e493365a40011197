package org.touchpaper.demo.script;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The demo: one call that books, one that is refused whole, a leader killed twice, and an orderly
 * end. Each step is shown and then verified on the elements, the machine and in every service's
 * books.
 */
public final class Demo {

  /** Every process and service of the demo network, in the order it comes up. */
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
          "rm-network",
          "rm-newton");

  /** How long after the first call its start is. */
  private static final Duration LEAD = Duration.ofSeconds(10);

  /** How long after the second call its start is, so that a slow machine can still answer. */
  private static final Duration SOON = Duration.ofSeconds(5);

  /** The cluster's, the lightpath's, and one of each segment. */
  private static final int TIMETABLES = 7;

  private static final Duration LENGTH = Duration.ofSeconds(20);

  private static final Duration HEALTHY_WITHIN = Duration.ofSeconds(30);

  private final Network network;
  private final Screen screen;
  private final Checks checks;

  public Demo(World world, Screen screen) {
    this.network = new Network(world);
    this.screen = screen;
    this.checks = new Checks(screen);
  }

  /**
   * Runs the demo.
   *
   * @param keep leaves everything running
   * @return the exit status: 0 if every step was reached and verified, else 1
   */
  public int run(boolean keep) {
    var begun = network.now();
    screen.startClock(begun);
    var reachedTheEnd = steps(keep);
    report(begun);
    return reachedTheEnd && checks.failures().isEmpty() ? 0 : 1;
  }

  /** The names of all checks made so far. */
  public List<String> checked() {
    return checks.made().stream().map(Checks.Check::name).toList();
  }

  /** The names of those that failed. */
  public List<String> failed() {
    return checks.failures().stream().map(Checks.Check::name).toList();
  }

  private boolean steps(boolean keep) {
    try {
      bringUp();
      lookWhatIsFree();
      var quiet = Snapshot.take(network);
      var start = network.now().plus(LEAD);
      var end = start.plus(LENGTH);
      var call = new OneCall(network, screen, checks, quiet, start, end);
      call.book();
      call.untilTheLightpathIsUp();
      call.untilAllIsUp();
      new RefusedWhole(network, screen, checks).ask(network.now().plus(SOON), end);
      call.untilAllIsClear();
      new LeaderDies(network, screen, checks).beforePrepareIsSent();
      new LeaderDies(network, screen, checks).afterAllVotesAreIn();
      if (!keep) {
        tearDown();
      }
      return true;
    } catch (Checks.DemoFailed e) {
      screen.note("The demo cannot go on: " + e.getMessage() + ".");
      return false;
    }
  }

  private void bringUp() {
    screen.step(1, "The UKLight demo network is up");
    // each was healthy once before this; a busy machine answers late now and then all the same
    var ailing = network.await(HEALTHY_WITHIN, this::ailing, List::isEmpty);
    checks.require(
        "all " + PARTS.size() + " parts are healthy", ailing.isEmpty(), ailing.toString());
  }

  private List<String> ailing() {
    return PARTS.stream().filter(part -> !network.healthy(part)).toList();
  }

  /** As everybody does first; and whoever answers for the first time takes longer. */
  private void lookWhatIsFree() {
    var from = network.now();
    var free = network.timetables(from, from.plus(LENGTH));
    checks.that(
        "cluster, lightpath and every segment say what is free",
        free.split("\"free\"|freeMbps>", -1).length > TIMETABLES,
        free);
    checks.took("every timetable, read for the first time", from, network.now());
  }

  private void tearDown() {
    screen.step(6, "Everything is torn down");
    var begun = network.now();
    var left = network.tearDown();
    checks.took("torn down", begun, network.now());
    checks.that("no process, port or lock is left behind", left.isEmpty(), left);
  }

  private void report(Instant begun) {
    var failures = checks.failures();
    var took = Duration.between(begun, network.now());
    screen.line("");
    checks.times().forEach(screen::line);
    screen.line("");
    screen.line(
        "%d checks, %d failed, %.1f s since all parts were healthy"
            .formatted(checks.made().size(), failures.size(), took.toMillis() / 1000.0));
    failures.forEach(failure -> screen.line("  failed: " + failure.name()));
  }
}
