package org.touchpaper.harc.rm.backend.network;

import java.util.Optional;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.BookingActionRules;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/**
 * Decides whether a lightpath may be modified as requested: bandwidth and schedule may change, the
 * ends may not.
 */
record LightpathModificationRules(
    BookingAction.Modify modify,
    Criteria current,
    NetworkSettings network,
    BookingActionRules rules) {

  /** The refusal of a modification that can never be made; empty if it can. */
  Optional<Refusal> refusal() {
    var schedule = modify.schedule();
    var workRefusal = workRefusal();
    if (workRefusal.isPresent()) {
      return workRefusal;
    }
    return schedule == null
        ? Optional.empty()
        : rules.refusalForSchedule(schedule).or(() -> moveRefusal(schedule));
  }

  private Optional<Refusal> workRefusal() {
    return switch (modify.work()) {
      case null -> Optional.empty();
      case ResourceRequest.Path path when hasSameEnds(path) -> Optional.empty();
      case ResourceRequest.Path _ ->
          notAllowed("the ends of a lightpath cannot change; cancel it and make a new one");
      case ResourceRequest.Compute _, ResourceRequest.Units _ ->
          notAllowed("the network offers only lightpaths");
    };
  }

  private Optional<Refusal> notAllowed(String reason) {
    return Optional.of(rules.refusal(Refusal.Code.NOT_ALLOWED, "Work", reason));
  }

  private Optional<Refusal> moveRefusal(Schedule wanted) {
    return hasBegun() && isToStartLater(wanted)
        ? Optional.of(rules.fixedStartRefusal(current.schedule()))
        : Optional.empty();
  }

  private boolean hasSameEnds(ResourceRequest.Path path) {
    return network.hosts().find(path.from()).filter(current.source()::isSamePortAs).isPresent()
        && network.hosts().find(path.to()).filter(current.destination()::isSamePortAs).isPresent();
  }

  private boolean hasBegun() {
    return !current.schedule().startTime().isAfter(rules.now());
  }

  /** The start precedes the run by the setup lead at most. */
  private boolean isToStartLater(Schedule wanted) {
    var latestRun = current.schedule().startTime().plus(network.setupLead());
    return wanted.startTime().isAfter(rules.now()) && wanted.startTime().isAfter(latestRun);
  }

  Criteria criteria() {
    var mbps =
        modify.work() instanceof ResourceRequest.Path path
            ? path.bandwidthMbps()
            : current.bandwidthMbps();
    return new Criteria(current.source(), current.destination(), mbps, schedule());
  }

  private Schedule schedule() {
    var wanted = modify.schedule();
    if (wanted == null) {
      return current.schedule();
    }
    return hasBegun()
        ? new Schedule(current.schedule().startTime(), wanted.endTime())
        : wanted.withLead(network.setupLead(), rules.now());
  }
}
