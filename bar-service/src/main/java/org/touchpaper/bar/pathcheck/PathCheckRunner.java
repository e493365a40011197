package org.touchpaper.bar.pathcheck;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.aggregator.LightpathService;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.endhost.LightpathEndHostDetails;
import org.touchpaper.bar.pathcheck.PathAgentClient.Reply;
import org.touchpaper.bar.pathcheck.PathCheckPlan.Impossible;
import org.touchpaper.bar.pathcheck.PathCheckPlan.Measure;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.bar.reservation.pathcheck.PathCheckResult;
import org.touchpaper.bar.reservation.pathcheck.PathCheckResult.Throughput;
import org.touchpaper.bar.reservation.pathcheck.PathCheckStatus;
import org.touchpaper.bar.schedule.NextCheckScheduler.DueBookings;
import org.touchpaper.pathcheck.agent.CheckRequest;
import org.touchpaper.pathcheck.stamp.StampPacket;
import org.touchpaper.pathcheck.statistics.PathStatistics;
import org.touchpaper.segment.connection.ConnectionId;

/**
 * Checks the paths that are due. The agent is called between two transactions: one reads what is
 * due, one stores the result. A broker that stops in between repeats the check, which changes
 * nothing on the path.
 */
@Component
final class PathCheckRunner implements DueBookings {

  /** How often an agent that does not answer is asked before its check is given up. */
  private static final int MAX_TRIES = 5;

  /** How often a busy agent is asked: many lightpaths may become active at once. */
  private static final int MAX_TRIES_WHILE_BUSY = 100;

  private static final Duration RETRY_DELAY = Duration.ofSeconds(2);

  private static final double SHARE_OF_RATE = 0.95;
  private static final Duration THROUGHPUT_TIME = Duration.ofSeconds(2);
  private static final double NANOS_PER_BIT_OF_MEGABIT = 1e3;

  private final LightpathService lightpaths;
  private final CurrentNetworkDirectory directory;
  private final PathAgentClient agents;
  private final PathCheckProperties properties;
  private final Clock clock;

  PathCheckRunner(
      LightpathService lightpaths,
      CurrentNetworkDirectory directory,
      PathAgentClient agents,
      PathCheckProperties properties,
      Clock clock) {
    this.lightpaths = lightpaths;
    this.directory = directory;
    this.agents = agents;
    this.properties = properties;
    this.clock = clock;
  }

  private record DueCheck(PathCheckStatus.Due check, PathCheckPlan plan) {}

  /** What came of a check. */
  private sealed interface Outcome {
    record Done(PathCheckResult result) implements Outcome {}

    record Retry(String reason, int maxTries) implements Outcome {}
  }

  @Override
  public Optional<Instant> dueAt(UUID id) {
    return lightpaths
        .find(new ConnectionId(id), reservation -> reservation.pathCheck().dueAt())
        .flatMap(at -> at);
  }

  @Override
  public void lockAndRun(UUID id, Consumer<Optional<Instant>> action) {
    lightpaths.lockPathCheck(new ConnectionId(id), action);
  }

  @Override
  public void check(UUID id) {
    var connection = new ConnectionId(id);
    lightpaths
        .find(connection, this::dueCheck)
        .flatMap(due -> due)
        .ifPresent(due -> check(connection, due));
  }

  private Optional<DueCheck> dueCheck(Reservation reservation) {
    var known = directory.get();
    return reservation
        .pathCheck()
        .due()
        .map(check ->
            new DueCheck(
                check,
                LightpathEndHostDetails.of(reservation, known)
                    .map(ends -> PathCheckPlan.of(ends, known))
                    .orElseGet(() -> new Impossible("it is not committed"))));
  }

  private void check(ConnectionId connection, DueCheck due) {
    var outcome = run(due);
    lightpaths.updatePathCheck(
        connection,
        reservation -> {
          var now = clock.instant();
          switch (outcome) {
            case Outcome.Done(var result) ->
                reservation.completePathCheck(due.check(), result, now);
            case Outcome.Retry(var reason, var maxTries) when due.check().tries() + 1 >= maxTries ->
                reservation.completePathCheck(
                    due.check(), PathCheckResult.unavailable(reason, now), now);
            case Outcome.Retry _ ->
                reservation.pathCheck().retryAt(due.check(), now.plus(RETRY_DELAY));
          }
        });
  }

  private Outcome run(DueCheck due) {
    return switch (due.plan()) {
      case Impossible(var reason) -> unavailable(reason);
      case Measure plan ->
          properties
              .token()
              .map(secret -> measure(plan, secret, due.check().withThroughput()))
              .orElseGet(
                  () -> unavailable("touchpaper.bar.path-check.secret is not set at this BAR"));
    };
  }

  private Outcome measure(Measure plan, String secret, boolean withThroughput) {
    var check =
        new CheckRequest(
            plan.target(properties.port()),
            properties.packets(),
            properties.interval(),
            StampPacket.LENGTH);
    return switch (agents.measure(plan.agent(), secret, check)) {
      case Reply.NotMeasured(var reason) -> unavailable(reason);
      case Reply.Unanswered(var reason) -> new Outcome.Retry(reason, MAX_TRIES);
      case Reply.Busy(var reason) -> new Outcome.Retry(reason, MAX_TRIES_WHILE_BUSY);
      case Reply.Measured(var figures, _) when !withThroughput || figures.received() == 0 ->
          new Outcome.Done(evaluate(plan, figures, null));
      case Reply.Measured(var figures, _) ->
          switch (agents.measure(plan.agent(), secret, fullRate(plan))) {
            case Reply.NotMeasured(var reason) -> unavailable("throughput: " + reason);
            case Reply.Unanswered(var reason) -> new Outcome.Retry(reason, MAX_TRIES);
            case Reply.Busy(var reason) -> new Outcome.Retry(reason, MAX_TRIES_WHILE_BUSY);
            case Reply.Measured(var atRate, var sending) ->
                new Outcome.Done(evaluate(plan, figures, throughput(plan, atRate, sending)));
          };
    };
  }

  private PathCheckResult evaluate(
      Measure plan, PathStatistics figures, @Nullable Throughput throughput) {
    return new PathEvaluation(plan, properties).result(figures, throughput, clock.instant());
  }

  /** Packets that fill most of the booked rate, counted as the frames that a policer counts. */
  private CheckRequest fullRate(Measure plan) {
    var bytes = Math.min(plan.payloadBytes(), CheckRequest.MAX_BYTES);
    var frameBits = (bytes + CheckRequest.HEADERS) * (double) Byte.SIZE;
    var interval =
        Duration.ofNanos(
            Math.round(frameBits * NANOS_PER_BIT_OF_MEGABIT / (plan.rateMbps() * SHARE_OF_RATE)));
    var count = (int) Math.min(CheckRequest.MAX_COUNT, THROUGHPUT_TIME.dividedBy(interval));
    return new CheckRequest(plan.target(properties.port()), count, interval, bytes);
  }

  private Throughput throughput(Measure plan, PathStatistics figures, Duration sending) {
    var bytes = fullRate(plan).bytes() + CheckRequest.HEADERS;
    var bits = bytes * (double) Byte.SIZE * figures.sent();
    return new Throughput(
        plan.rateMbps(),
        BigDecimal.valueOf(bits * NANOS_PER_BIT_OF_MEGABIT / sending.toNanos())
            .setScale(1, RoundingMode.HALF_UP),
        figures.sent(),
        figures.lost());
  }

  private Outcome unavailable(String reason) {
    return new Outcome.Done(PathCheckResult.unavailable(reason, clock.instant()));
  }
}
