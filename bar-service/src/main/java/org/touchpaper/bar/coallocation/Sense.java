package org.touchpaper.bar.coallocation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.platform.problem.Violation;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/**
 * Whether a wish makes sense at all, whatever is booked: each rule a named line with a sentence for
 * the person who asked.
 */
public final class Sense {

  private static final Duration HORIZON = Duration.ofDays(366);

  /** Clocks differ a little between us and who asks. */
  private static final Duration TOLERANCE = Duration.ofSeconds(2);

  private final Directory directory;
  private final List<Violation> violations = new ArrayList<>();

  private Sense(Directory directory) {
    this.directory = directory;
  }

  /** Every rule the wish breaks. */
  public static List<Violation> violations(Wish wish, Directory directory, Instant now) {
    var sense = new Sense(directory);
    sense.times(wish.when(), now);
    sense.things(wish);
    return List.copyOf(sense.violations);
  }

  /** Every rule that a booking would break as it is wished to be. */
  static List<Violation> violations(
      Modification modification, CoAllocation booking, Directory directory, Instant now) {
    var sense = new Sense(directory);
    sense.times(modification, booking.schedule(), now);
    sense.things(modification.of(booking));
    return List.copyOf(sense.violations);
  }

  private void things(Wish wish) {
    something(wish);
    manager(wish);
    for (var i = 0; i < wish.compute().size(); i++) {
      nodes("compute[" + i + "].", wish.compute().get(i));
    }
    for (var i = 0; i < wish.lightpaths().size(); i++) {
      circuit("lightpaths[" + i + "].", wish.lightpaths().get(i));
    }
    eachClusterOnce(wish);
  }

  /** True if no other time would help; who was given up once may come again. */
  public static boolean isHopeless(Refusal refusal) {
    return refusal.code().isPermanent() && refusal.code() != Refusal.Code.GIVEN_UP;
  }

  /** True if somebody else had it at that moment; who comes again may find it free. */
  static boolean isLostRace(Refusal refusal) {
    return switch (refusal.code()) {
      case CAPACITY_BUSY, PORT_BUSY, LABEL_BUSY, NODES_BUSY -> true;
      case UNKNOWN_STP,
          NO_PATH,
          ABOVE_CAPACITY,
          BAD_SCHEDULE,
          BEYOND_HORIZON,
          LABEL_NOT_ALLOWED,
          MORE_THAN_MACHINE,
          NOT_ALLOWED,
          GIVEN_UP,
          UNREACHABLE ->
          false;
    };
  }

  private void something(Wish wish) {
    if (wish.compute().isEmpty() && wish.lightpaths().isEmpty()) {
      broken("", "not-empty", "ask for at least one lightpath or the nodes of one cluster");
    }
  }

  private void times(When when, Instant now) {
    switch (when) {
      case When.Fixed(var start, var end) -> {
        notPast("startTime", start == null ? now : start, now);
        after("endTime", end, "startTime", start == null ? now : start);
        near("endTime", end, now);
      }
      case When.Window(var notBefore, var notAfter, var duration) -> {
        var from = notBefore == null ? now : notBefore;
        notPast("notBefore", from, now);
        after("notAfter", notAfter, "notBefore", from);
        near("notAfter", notAfter, now);
        length(duration, from, notAfter);
      }
    }
  }

  /** What stays may be past; so may a start be, and then it stays. */
  private void times(Modification modification, Schedule slot, Instant now) {
    var start = modification.startTime() == null ? slot.startTime() : modification.startTime();
    var end = modification.endTime() == null ? slot.endTime() : modification.endTime();
    if (!start.equals(slot.startTime()) && !slot.startTime().isAfter(now)) {
      broken(
          "schedule.startTime",
          "has-begun",
          "it began at " + slot.startTime() + ", and that stays");
    } else if (!start.equals(slot.startTime())) {
      notPast("startTime", start, now);
    }
    after("endTime", end, "startTime", start);
    if (!end.equals(slot.endTime())) {
      notPast("endTime", end, now);
      near("endTime", end, now);
    }
  }

  private void notPast(String field, Instant start, Instant now) {
    if (start.isBefore(now.minus(TOLERANCE))) {
      broken(
          "schedule." + field,
          "not-in-the-past",
          field + " " + start + " is in the past; it is now " + now);
    }
  }

  private void after(String field, Instant end, String than, Instant start) {
    if (!start.isBefore(end)) {
      broken(
          "schedule." + field,
          "after-start",
          field + " " + end + " is not after " + than + " " + start);
    }
  }

  private void near(String field, Instant end, Instant now) {
    if (end.isAfter(now.plus(HORIZON))) {
      broken(
          "schedule." + field,
          "within-horizon",
          field + " is more than " + HORIZON.toDays() + " days ahead");
    }
  }

  private void length(Duration duration, Instant from, Instant to) {
    if (duration.isNegative() || duration.isZero()) {
      broken("schedule.duration", "positive", "duration is more than nothing, not " + duration);
    } else if (from.isBefore(to) && duration.compareTo(Duration.between(from, to)) > 0) {
      broken(
          "schedule.duration",
          "fits-the-window",
          "duration " + duration + " is longer than from " + from + " to " + to);
    }
  }

  private void nodes(String field, Wish.Nodes wanted) {
    if (wanted.nodes() < 1) {
      broken(field + "nodes", "at-least-1", "nodes is at least 1, not " + wanted.nodes());
    }
    var cluster = directory.cluster(wanted.resource());
    if (cluster.isEmpty()) {
      broken(
          field + "resource",
          "known-cluster",
          "there is no cluster "
              + wanted.resource()
              + "; there is "
              + String.join(
                  ", ", directory.clusters().stream().map(Directory.Cluster::name).toList()));
    } else if (wanted.nodes() > cluster.get().nodes()) {
      broken(
          field + "nodes",
          "at-most-the-machine",
          wanted.resource() + " has " + cluster.get().nodes() + " nodes, not " + wanted.nodes());
    }
  }

  /** A broker without a resource manager of its own books lightpaths alone only. */
  private void manager(Wish wish) {
    if (!wish.lightpaths().isEmpty() && directory.networkRm() == null) {
      broken(
          "lightpaths",
          "network-rm",
          "the broker of "
              + directory.campus()
              + " has no network resource manager: ask the broker of the other end, or book the"
              + " lightpath alone (POST /api/v1/reservations)");
    }
  }

  private void circuit(String field, Wish.Circuit wanted) {
    if (wanted.bandwidthMbps() < 1) {
      broken(
          field + "bandwidthMbps",
          "at-least-1",
          "bandwidthMbps is at least 1, not " + wanted.bandwidthMbps());
    }
    var source = end(field + "source", wanted.source());
    var destination = end(field + "destination", wanted.destination());
    if (wanted.source().equals(wanted.destination())) {
      broken(field + "destination", "two-ends", "a lightpath leads from one host to another");
    } else if (source && destination && neitherIsAtHome(wanted)) {
      broken(
          field + "source",
          "at-home",
          "neither "
              + wanted.source()
              + " nor "
              + wanted.destination()
              + " is on this campus; ask the broker of one of theirs");
    }
  }

  private boolean end(String field, String name) {
    var host = directory.host(name);
    if (host.isEmpty()) {
      broken(
          field,
          "known-host",
          "there is no host "
              + name
              + "; there is "
              + String.join(", ", directory.hosts().stream().map(Directory.Host::name).toList()));
      return false;
    }
    var campus = directory.campusOf(host.get());
    if (campus.isEmpty() || campus.get().bar() == null || host.get().stp() == null) {
      broken(
          field,
          "campus-with-a-broker",
          name + " is on a campus without a broker: nothing can be booked there");
      return false;
    }
    return true;
  }

  private boolean neitherIsAtHome(Wish.Circuit wanted) {
    return List.of(wanted.source(), wanted.destination()).stream()
        .flatMap(name -> directory.host(name).stream())
        .noneMatch(host -> host.campus().equals(directory.campus()));
  }

  private void eachClusterOnce(Wish wish) {
    var seen = new HashSet<String>();
    for (var i = 0; i < wish.compute().size(); i++) {
      var resource = wish.compute().get(i).resource();
      if (!seen.add(resource)) {
        broken(
            "compute[" + i + "].resource",
            "once",
            resource + " is asked for twice; add up the nodes");
      }
    }
  }

  private void broken(String field, String rule, String message) {
    violations.add(new Violation(field, rule, message));
  }
}
