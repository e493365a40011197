package org.touchpaper.harc.rm.network;

import java.util.Optional;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Rules;
import org.touchpaper.harc.rm.local.Work;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/** What a lightpath is to become: its bandwidth and its time may change, its ends stay. */
record Change(Action.Modify modify, Criteria standing, Network network, Rules rules) {

  /** Why it cannot be, whatever is free. */
  Optional<Refusal> refusal() {
    var schedule = modify.schedule();
    var otherWork = refusalOfWork();
    if (otherWork.isPresent()) {
      return otherWork;
    }
    return schedule == null
        ? Optional.empty()
        : rules.against(schedule).or(() -> againstMoveTo(schedule));
  }

  private Optional<Refusal> refusalOfWork() {
    return switch (modify.work()) {
      case null -> Optional.empty();
      case Work.Path path when hasSameEnds(path) -> Optional.empty();
      case Work.Path _ -> notAllowed("the ends of a lightpath stay; cancel it and make one");
      case Work.Compute _, Work.Units _ -> notAllowed("a network has lightpaths alone");
    };
  }

  private Optional<Refusal> notAllowed(String reason) {
    return Optional.of(rules.refusal(Refusal.Code.NOT_ALLOWED, "Work", reason));
  }

  private Optional<Refusal> againstMoveTo(Schedule wanted) {
    return hasBegun() && isToStartLater(wanted)
        ? Optional.of(rules.startStays(standing.schedule()))
        : Optional.empty();
  }

  private boolean hasSameEnds(Work.Path path) {
    return network.hosts().find(path.from()).filter(standing.source()::samePlaceAs).isPresent()
        && network.hosts().find(path.to()).filter(standing.destination()::samePlaceAs).isPresent();
  }

  private boolean hasBegun() {
    return !standing.schedule().startTime().isAfter(rules.now());
  }

  /** What is booked ahead of a run is the lead at most. */
  private boolean isToStartLater(Schedule wanted) {
    var latestRun = standing.schedule().startTime().plus(network.setupLead());
    return wanted.startTime().isAfter(rules.now()) && wanted.startTime().isAfter(latestRun);
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
        : Intentions.ahead(wanted, network.setupLead(), rules.now());
  }
}
