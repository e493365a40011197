package org.touchpaper.bar.reservation;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.state.DataPlaneState;

/** Decides when a reservation is checked next, unless an event comes earlier. */
final class ReservationPollIntervalPolicy {

  private static final Duration INITIAL_DELAY = Duration.ofSeconds(1);
  private static final Duration MAX_DELAY = Duration.ofSeconds(30);
  private static final Duration FALLBACK_INTERVAL = Duration.ofSeconds(20);

  /** After this time calls are made that the thread which was at work has not made. */
  private static final Duration CALLS_DELAY = Duration.ofSeconds(5);

  private static final Duration UNDECIDED_DELAY = Duration.ofSeconds(5);

  private ReservationPollIntervalPolicy() {}

  static @Nullable Instant nextCheck(Reservation reservation, int tries, Instant now) {
    var areCallsDue = !reservation.segments().dueCalls().isEmpty();
    if (areCallsDue && tries == 0) { // the thread that stored the last result makes the calls
      return now.plus(CALLS_DELAY);
    }
    if (areCallsDue || reservation.pendingNotification(now).isPresent()) {
      return now.plus(backoff(INITIAL_DELAY, tries));
    }
    var undecided = reservation.undecidedRevision();
    var monitoringCheck =
        reservation.bindingVersion() == 0 ? null : monitoringCheck(reservation, tries, now);
    if (undecided.isEmpty()) {
      return monitoringCheck;
    }
    var undecidedCheck = undecidedCheck(undecided.get(), tries, now);
    return monitoringCheck == null ? undecidedCheck : earlier(undecidedCheck, monitoringCheck);
  }

  private static Instant undecidedCheck(Revision revision, int tries, Instant now) {
    var expiry =
        revision
            .holder()
            .map(holder ->
                holder instanceof Holder.ExternalRequester(var expiresAt) ? expiresAt : null);
    return expiry.orElse(now.plus(backoff(UNDECIDED_DELAY, tries)));
  }

  /** Segments send notifications; polling is the fallback, more frequent while a change is due. */
  private static @Nullable Instant monitoringCheck(
      Reservation reservation, int tries, Instant now) {
    if (reservation.dataPlaneStatus().isReleased()) {
      return null;
    }
    var start = reservation.startTime().orElse(now);
    var end = reservation.endTime().orElse(now);
    if (!reservation.lifecycle().isAlive() || !now.isBefore(end)) {
      return now.plus(monitoringDelay(Duration.ofMillis(250), tries));
    }
    if (now.isBefore(start)) { // an active circuit that was moved must come down
      var isDown = reservation.dataPlaneStatus().dataPlane() == DataPlaneState.INACTIVE;
      return isDown
          ? start
          : earlier(now.plus(monitoringDelay(Duration.ofMillis(500), tries)), start);
    }
    var interval =
        matchesProvisionState(reservation)
            ? FALLBACK_INTERVAL
            : monitoringDelay(Duration.ofMillis(500), tries);
    return earlier(now.plus(interval), end);
  }

  private static boolean matchesProvisionState(Reservation reservation) {
    return switch (reservation.provisionStatus().state()) {
      case PROVISIONED -> reservation.dataPlaneStatus().dataPlane() == DataPlaneState.ACTIVE;
      case RELEASED -> reservation.dataPlaneStatus().dataPlane() == DataPlaneState.INACTIVE;
      case PROVISIONING, RELEASING -> false;
    };
  }

  private static Instant earlier(Instant first, Instant second) {
    return first.isBefore(second) ? first : second;
  }

  /** Checks at once after a change, because another may follow. */
  private static Duration monitoringDelay(Duration initialDelay, int tries) {
    return tries == 0 ? Duration.ZERO : backoff(initialDelay, tries);
  }

  private static Duration backoff(Duration initialDelay, int tries) {
    var delay = initialDelay.multipliedBy(1L << Math.clamp(tries - 1, 0, 10));
    return delay.compareTo(MAX_DELAY) > 0 ? MAX_DELAY : delay;
  }
}
