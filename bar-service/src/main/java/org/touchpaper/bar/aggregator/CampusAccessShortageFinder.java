package org.touchpaper.bar.aggregator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.directory.CircuitSplitResult;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.directory.HostAccessShortageFinder;
import org.touchpaper.bar.reservation.segments.SegmentLeg;
import org.touchpaper.platform.time.TimeOrderedIds;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.FreeCapacityResult;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentUnreachableException;
import org.touchpaper.segment.connection.Stp;

/**
 * Finds such hosts in the campuses' timetables. The wide area is not judged, because circuits may
 * take different paths there.
 */
@Component
class CampusAccessShortageFinder implements HostAccessShortageFinder {

  /** Capacity that is free at no time within this period counts as never free. */
  private static final Duration HORIZON = Duration.ofDays(30);

  private final CurrentNetworkDirectory directory;
  private final SegmentCaller segmentCaller;
  private final BrokerIdentity identity;
  private final TimeOrderedIds ids;

  CampusAccessShortageFinder(
      CurrentNetworkDirectory directory,
      SegmentCaller segmentCaller,
      BrokerIdentity identity,
      TimeOrderedIds ids) {
    this.directory = directory;
    this.segmentCaller = segmentCaller;
    this.identity = identity;
    this.ids = ids;
  }

  @Override
  public Optional<AccessShortage> findShortage(List<Criteria> circuits, Person person) {
    var accesses = new LinkedHashMap<Stp, Access>();
    circuits.forEach(criteria -> {
      if (directory.get().split(criteria.source(), criteria.destination())
          instanceof CircuitSplitResult.Legs(var legs)) {
        hostLegs(legs)
            .forEach((host, leg) ->
                accesses
                    .computeIfAbsent(host, _ -> new Access(leg, new ArrayList<>()))
                    .circuits()
                    .add(criteria));
      }
    });
    return accesses.entrySet().stream()
        .filter(entry -> entry.getValue().circuits().size() > 1)
        .flatMap(entry -> overload(entry.getKey(), entry.getValue(), person).stream())
        .findFirst();
  }

  private record Access(SegmentLeg leg, List<Criteria> circuits) {}

  /** The campus legs by the host at which each ends; none for a circuit within one campus. */
  private static Map<Stp, SegmentLeg> hostLegs(List<SegmentLeg> legs) {
    var byHost = new LinkedHashMap<Stp, SegmentLeg>();
    if (legs.size() == 3) {
      byHost.put(legs.getFirst().near(), legs.getFirst());
      byHost.put(legs.getLast().far(), legs.getLast());
    }
    return byHost;
  }

  private Optional<AccessShortage> overload(Stp host, Access access, Person person) {
    var requested = access.circuits().stream().mapToInt(Criteria::bandwidthMbps).sum();
    var slot = access.circuits().getFirst().schedule();
    var until = slot.startTime().plus(HORIZON).plus(slot.duration());
    try {
      if (largestFree(access.leg(), slot, person) >= requested) {
        return Optional.empty();
      }
      var largest = largestFree(access.leg(), new Schedule(slot.startTime(), until), person);
      return largest == 0 || largest >= requested
          ? Optional.empty()
          : Optional.of(
              new AccessShortage(
                  directory.get().nameOf(host), access.circuits().size(), requested, largest));
    } catch (SegmentUnreachableException | SegmentFaultException _) {
      return Optional.empty(); // the attempt will tell
    }
  }

  private int largestFree(SegmentLeg leg, Schedule window, Person person) {
    var requester = new RequesterIdentity(identity.name(), person, ids.next().toString());
    return segmentCaller
        .segments()
        .get(leg.peer())
        .timetable(
            new FreeCapacityQuery(requester, leg.source(), leg.destination(), window, null, null))
        .steps()
        .stream()
        .mapToInt(FreeCapacityResult.Step::freeMbps)
        .max()
        .orElse(0);
  }
}
