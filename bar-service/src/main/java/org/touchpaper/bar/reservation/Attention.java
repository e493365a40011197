package org.touchpaper.bar.reservation;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Holder;

/** When a reservation wants to be looked at again, if nothing happens to it before. */
final class Attention {

  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final Duration NET = Duration.ofSeconds(20);
  private static final Duration DOUBT = Duration.ofSeconds(5);

  private Attention() {}

  static @Nullable Instant of(Reservation reservation, int tries, Instant now) {
    if (!reservation.next().isEmpty() || reservation.untold(now).isPresent()) {
      return now.plus(backoff(FIRST, tries));
    }
    var open = reservation.open();
    var watch = reservation.binding() == 0 ? null : watch(reservation, tries, now);
    if (open.isEmpty()) {
      return watch;
    }
    var doubt = inDoubt(open.get(), tries, now);
    return watch == null ? doubt : earlier(doubt, watch);
  }

  private static Instant inDoubt(Revision revision, int tries, Instant now) {
    var lapse = revision.holder().map(holder -> holder instanceof Holder.Until(var at) ? at : null);
    return lapse.orElse(now.plus(backoff(DOUBT, tries)));
  }

  /** Segments notify; the broker asks as a net, more often when something should be happening. */
  private static @Nullable Instant watch(Reservation reservation, int tries, Instant now) {
    if (reservation.circuit().isReleased()) {
      return null;
    }
    var start = reservation.startTime().orElse(now);
    var end = reservation.endTime().orElse(now);
    if (!reservation.lifecycle().isAlive() || !now.isBefore(end)) {
      return now.plus(soon(Duration.ofMillis(250), tries));
    }
    if (now.isBefore(start)) { // what was moved away while it was up is to come down
      var isDown = reservation.circuit().dataPlane() == DataPlane.INACTIVE;
      return isDown ? start : earlier(now.plus(soon(Duration.ofMillis(500), tries)), start);
    }
    var net = isAsPermitted(reservation) ? NET : soon(Duration.ofMillis(500), tries);
    return earlier(now.plus(net), end);
  }

  private static boolean isAsPermitted(Reservation reservation) {
    return switch (reservation.permission().state()) {
      case PROVISIONED -> reservation.circuit().dataPlane() == DataPlane.ACTIVE;
      case RELEASED -> reservation.circuit().dataPlane() == DataPlane.INACTIVE;
      case PROVISIONING, RELEASING -> false;
    };
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  /** At once after news, for there may be more. */
  private static Duration soon(Duration first, int tries) {
    return tries == 0 ? Duration.ZERO : backoff(first, tries);
  }

  private static Duration backoff(Duration first, int tries) {
    var longer = first.multipliedBy(1L << Math.clamp(tries - 1, 0, 10));
    return longer.compareTo(LONGEST) > 0 ? LONGEST : longer;
  }
}
