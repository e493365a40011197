package org.touchpaper.bar.reservation.pathcheck;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The check of a lightpath's path: what was found last, and whether one is due. */
@Embeddable
public class PathCheckStatus {

  @Column(name = "path_check")
  @Convert(converter = PathCheckResultConverter.class)
  private @Nullable PathCheckResult result;

  /** Null if none is due. */
  @Column(name = "path_check_due_at")
  private @Nullable Instant dueAt;

  /** Counts the checks asked for, so that a late result of another has no effect. */
  @Column(name = "path_check_number")
  private int number;

  @Column(name = "path_check_tries")
  private int tries;

  @Column(name = "path_check_throughput")
  private boolean withThroughput;

  /** What the last check that could be made found wrong; stays while another is due. */
  @Column(name = "path_check_problem")
  private @Nullable String problem;

  public PathCheckStatus() {}

  /**
   * A check to be made.
   *
   * @param number of the check, for its result
   * @param tries how often it could not be made
   */
  public record Due(int number, int tries, boolean withThroughput) {}

  /** Has the path checked of a lightpath that has just become active. */
  public void begin(Instant now) {
    problem = null;
    request(false, now);
  }

  /** Asks for a check; has no effect while the same is due. */
  public void request(boolean throughput, Instant now) {
    if (dueAt != null && (withThroughput || !throughput)) {
      return;
    }
    number++;
    tries = 0;
    withThroughput = throughput;
    dueAt = now;
    result = PathCheckResult.pending();
  }

  /** The lightpath is not active any more; what was found last stays. */
  public void end(Instant now) {
    if (dueAt != null) {
      dueAt = null;
      result = PathCheckResult.unavailable("the lightpath went down before the check", now);
    }
  }

  public Optional<Due> due() {
    return dueAt == null ? Optional.empty() : Optional.of(new Due(number, tries, withThroughput));
  }

  public Optional<Instant> dueAt() {
    return Optional.ofNullable(dueAt);
  }

  /** Stores the result of a check; false if that is not awaited any more. */
  public boolean complete(Due check, PathCheckResult found) {
    if (dueAt == null || check.number() != number) {
      return false;
    }
    dueAt = null;
    result = found;
    problem =
        switch (found.state()) {
          case PASSED -> null;
          case FAILED -> "path check: " + found.message();
          case PENDING, UNAVAILABLE -> problem;
        };
    return true;
  }

  /** Has a check tried again that could not be made. */
  public void retryAt(Due check, Instant at) {
    if (dueAt != null && check.number() == number) {
      tries++;
      dueAt = at;
    }
  }

  /** Returns what was found last, or that it is pending; empty before the lightpath was up. */
  public Optional<PathCheckResult> result() {
    return Optional.ofNullable(result);
  }

  /** Returns what is wrong with the path; empty if nothing is, or it is not known. */
  public Optional<String> problem() {
    return Optional.ofNullable(problem);
  }
}
