package org.touchpaper.lnsap.circuit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.touchpaper.lnsap.campus.CircuitAddressRange;
import org.touchpaper.segment.capacity.CapacityAllocator.AdmissionRequest;
import org.touchpaper.segment.capacity.ExclusiveClaimRepository;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.timetable.StartRanges;
import org.touchpaper.timetable.Window;

/** The addresses that circuits hold, each pair for one circuit at a time. */
record AddressClaims(CircuitAddressRange pool, ExclusiveClaimRepository exclusiveResources) {

  /**
   * Claims a pair for the whole window: that of the binding version if it is free, else one that
   * depends on the connection. Consecutive circuits thus rarely meet addresses that a user of the
   * last one has not removed yet.
   */
  Optional<Integer> claim(AdmissionRequest request, Window window) {
    var first = pool.firstPair();
    var start = first + Math.floorMod(request.connection().hashCode(), pool.pairCount());
    var candidates =
        IntStream.concat(
            existingPair(request).stream().mapToInt(Integer::intValue),
            IntStream.concat(
                IntStream.rangeClosed(start, pool.lastPair()), IntStream.range(first, start)));
    return exclusiveResources.claimFirst(request, place(), candidates, window);
  }

  private Optional<Integer> existingPair(AdmissionRequest request) {
    return Optional.ofNullable(request.bindingVersion())
        .flatMap(version -> Optional.ofNullable(version.held().endpoints().source().address()))
        .flatMap(pool::pairOf);
  }

  private String place() {
    return "address/" + pool.prefix();
  }

  /** The start times from which one pair is free for this duration. */
  StartRanges freeStarts(ConnectionId connection, Window within, Duration length) {
    var windows = exclusiveResources.findWindowsOfOthers(place(), within, connection);
    if (windows.size() < pool.pairCount()) {
      return StartRanges.within(List.of(within), length);
    }
    return windows.values().stream()
        .map(taken -> StartRanges.within(gaps(taken, within), length))
        .reduce(StartRanges.NONE, StartRanges::union);
  }

  /** The times within a window that are in none of these windows, which are in order. */
  private static List<Window> gaps(List<Window> taken, Window within) {
    var gaps = new ArrayList<Window>();
    var from = within.start();
    for (var window : taken) {
      if (from.isBefore(window.start())) {
        gaps.add(new Window(from, window.start()));
      }
      from = from.isBefore(window.end()) ? window.end() : from;
    }
    if (from.isBefore(within.end())) {
      gaps.add(new Window(from, within.end()));
    }
    return gaps;
  }
}
