package org.touchpaper.harc.rm.network;

import java.time.Instant;
import java.util.Optional;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Work;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/** What a lightpath is to become: its bandwidth and its time may change, its ends stay. */
record Change(Action.Modify modify, Criteria standing, Network network, Instant now) {

  /** Why it cannot be, whatever is free. */
  Optional<Refusal> refusal() {
    var schedule = modify.schedule();
    var otherWork = refusalOfWork();
    if (otherWork.isPresent()) {
      return otherWork;
    }
    if (schedule != null && !now.isBefore(schedule.endTime())) {
      return refused(Refusal.Code.BAD_SCHEDULE, "EndTime", "the end has passed");
    }
    if (schedule != null && hasBegun() && isToStartLater(schedule)) {
      return refused(
          Refusal.Code.BAD_SCHEDULE,
          "StartTime",
          "it began at " + standing.schedule().startTime() + ", and that stays");
    }
    return Optional.empty();
  }

  private Optional<Refusal> refusalOfWork() {
    return switch (modify.work()) {
      case null -> Optional.empty();
      case Work.Path path when hasSameEnds(path) -> Optional.empty();
      case Work.Path _ ->
          refused(
              Refusal.Code.NOT_ALLOWED,
              "Work",
              "the ends of a lightpath stay; cancel it and make one");
      case Work.Compute _, Work.Units _ ->
          refused(Refusal.Code.NOT_ALLOWED, "Work", "a network has lightpaths alone");
    };
  }

  private static Optional<Refusal> refused(Refusal.Code code, String field, String reason) {
    return Optional.of(new Refusal(code, "network", field, reason, null));
  }

  private boolean hasSameEnds(Work.Path path) {
    return network.hosts().find(path.from()).filter(standing.source()::samePlaceAs).isPresent()
        && network.hosts().find(path.to()).filter(standing.destination()::samePlaceAs).isPresent();
  }

  private boolean hasBegun() {
    return !standing.schedule().startTime().isAfter(now);
  }

  /** What is booked ahead of a run is the lead at most. */
  private boolean isToStartLater(Schedule wanted) {
    var latestRun = standing.schedule().startTime().plus(network.setupLead());
    return wanted.startTime().isAfter(now) && wanted.startTime().isAfter(latestRun);
  }

  Criteria criteria() {
    var mbps =
        modify.work() instanceof Work.Path path ? path.bandwidthMbps() : standing.bandwidthMbps();
    return new Criteria(standing.source(), standing.destination(), mbps, schedule());
  }

  private Schedule schedule() {
    var wanted = modify.schedule();
    if (wanted == null) {
      return standing.schedule();
    }
    return hasBegun()
        ? new Schedule(standing.schedule().startTime(), wanted.endTime())
        : Intentions.ahead(wanted, network.setupLead(), now);
  }
}
