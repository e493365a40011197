package org.touchpaper.demo.script;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Step 5: the leading acceptor is killed; all that took part name one and the same decision. */
final class LeaderDies {

  /** The acceptor the BAR begins with. */
  private static final String LEADER = "acceptor-1";

  private static final List<String> OTHERS =
      List.of("bar-ucl", "rm-network", "rm-newton", "acceptor-2", "acceptor-3");

  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final Network network;
  private final Screen screen;
  private final Checks checks;

  LeaderDies(Network network, Screen screen, Checks checks) {
    this.network = network;
    this.screen = screen;
    this.checks = checks;
  }

  void beforePrepareIsSent() {
    screen.step(5, "The leading acceptor is killed before Prepare is sent: another leads");
    // What it had begun was nothing yet, and it may be over before it is back: it need not know it.
    committedDespite("before-prepare", OTHERS);
  }

  void afterAllVotesAreIn() {
    screen.step(5, "The leading acceptor is killed after all votes are in: committed");
    committedDespite("after-votes", Stream.concat(OTHERS.stream(), Stream.of(LEADER)).toList());
  }

  private void committedDespite(String death, List<String> witnesses) {
    var reply = bookAndKill(death);
    checks.that("the caller gets 201", reply.status() == 201, reply.toString());
    allNameCommit(reply.text("id"), witnesses);
    var cancelled = network.cancel(reply.text("id"));
    checks.that("it can be cancelled", cancelled.status() < 300, cancelled.toString());
  }

  private Reply bookAndKill(String point) {
    var start = network.now().plus(Duration.ofHours(1));
    var key = network.freshKey();
    network.arm(LEADER, point);
    network.postInBackground(
        Booking.request("leader dies " + point, 4, start, start.plusSeconds(600)), key);
    var stopped = network.await(PATIENCE, () -> network.stopped(LEADER), yes -> yes);
    checks.require(LEADER + " stops itself there", stopped, "it goes on");
    var killed = network.now();
    network.kill(LEADER);
    screen.event(network.now(), "kill -9 " + LEADER);
    var reply = network.collect(key);
    screen.event(network.now(), "the caller gets " + reply.status());
    checks.took(
        "from kill -9 of the leader (" + point + ") until the caller was answered",
        killed,
        network.now());
    var back = network.await(PATIENCE, () -> network.healthy(LEADER), yes -> yes);
    checks.that(LEADER + " is restarted", back, "it does not come back");
    return reply;
  }

  private void allNameCommit(String coAllocation, List<String> witnesses) {
    for (var witness : witnesses) {
      var named =
          network.await(
              PATIENCE,
              () -> network.decision(witness, coAllocation + ".1"),
              seen -> seen.equals("COMMIT"));
      checks.equal(witness + " names COMMIT", "COMMIT", named);
    }
  }
}
