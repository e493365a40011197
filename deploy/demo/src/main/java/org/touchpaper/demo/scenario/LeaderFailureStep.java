package org.touchpaper.demo.scenario;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Step 5: the leader is killed; every participant must report the same decision. */
record LeaderFailureStep(DemoQueries network, DemoConsole screen, VerificationLog checks) {

  /** The acceptor that the BAR calls first. */
  private static final String LEADER = "acceptor-1";

  private static final List<String> OTHER_PARTICIPANTS =
      List.of("bar-ucl", "rm-network", "rm-newton", "acceptor-2", "acceptor-3");

  private static final Duration TIMEOUT = Duration.ofSeconds(15);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
  private static final int MAX_ATTEMPTS = 3;

  void killBeforePrepare() {
    screen.printStep(5, "The leader is killed before it sends Prepare: another acceptor leads");
    // The killed leader has recorded nothing and may restart after the decision: it is not checked.
    verifyCommitDespite("before-prepare", OTHER_PARTICIPANTS);
  }

  void killAfterVotes() {
    screen.printStep(5, "The leader is killed after it received all votes: the booking commits");
    verifyCommitDespite(
        "after-votes", Stream.concat(OTHER_PARTICIPANTS.stream(), Stream.of(LEADER)).toList());
  }

  private void verifyCommitDespite(String stopPoint, List<String> participants) {
    var reply = bookAndKill(stopPoint);
    checks.verify("the caller receives 201", reply.status() == 201, reply.toString());
    verifyAllCommitted(reply.text("id"), participants);
    var cancelled = network.cancel(reply.text("id"));
    checks.verify("the booking can be cancelled", cancelled.status() < 300, cancelled.toString());
  }

  private HttpReply bookAndKill(String point) {
    network.arm(LEADER, point);
    var key = bookUntilLeaderStops("leader fails " + point);
    var killedAt = network.now();
    network.kill(LEADER);
    screen.printEvent(network.now(), "kill -9 " + LEADER);
    var reply = network.collect(key);
    screen.printEvent(network.now(), "the caller receives " + reply.status());
    checks.recordDuration(
        "from kill -9 of the leader (" + point + ") to the response", killedAt, network.now());
    var isBack = network.await(TIMEOUT, () -> network.isHealthy(LEADER), isTrue -> isTrue);
    checks.verify(LEADER + " is restarted", isBack, "not healthy");
    return reply;
  }

  /**
   * While its stream to the leader is not back, the BAR begins at another acceptor. Such a booking
   * is kept, because the leader could stop at its cancellation.
   */
  private String bookUntilLeaderStops(String name) {
    for (var attempt = 1; ; attempt++) {
      var start = network.now().plus(Duration.ofHours(attempt));
      var key = network.freshKey();
      network.postInBackground(DemoBooking.request(name, 4, start, start.plusSeconds(600)), key);
      var isStopped =
          network.await(STOP_TIMEOUT, () -> network.isStopped(LEADER), isTrue -> isTrue);
      if (isStopped || attempt == MAX_ATTEMPTS) {
        checks.require(LEADER + " stops at that point", isStopped, "still running");
        return key;
      }
      var _ = network.collect(key);
    }
  }

  private void verifyAllCommitted(String coAllocation, List<String> participants) {
    for (var participant : participants) {
      var decision =
          network.await(
              TIMEOUT,
              () -> network.decision(participant, coAllocation + ".1"),
              observed -> observed.equals("COMMIT"));
      checks.verifyEqual(participant + " reports COMMIT", "COMMIT", decision);
    }
  }
}
