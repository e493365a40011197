package org.touchpaper.harc.rm.backend.calendar;

import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionOperations;
import org.touchpaper.harc.rm.backend.calendar.AllocationFiles.Entry;
import org.touchpaper.harc.rm.scheduler.DurableTimer;

/**
 * Brings the machine into the state that an allocation calls for: the intention is recorded, the
 * file is written or removed, it is read back, and the result is recorded (DESIGN decision 8). What
 * was interrupted is repeated.
 */
final class AllocationReconciler {
  private static final Logger LOG = LoggerFactory.getLogger(AllocationReconciler.class);
  private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

  private final Machine machine;
  private final AllocationRepository allocations;
  private final AllocationFiles files;
  private final SiteHookCommand siteHook;
  private final TransactionOperations database;
  private final DurableTimer timer;
  private final Clock clock;

  AllocationReconciler(
      Machine machine,
      AllocationRepository allocations,
      AllocationFiles files,
      SiteHookCommand siteHook,
      TransactionOperations database,
      DurableTimer timer,
      Clock clock) {
    this.machine = machine;
    this.allocations = allocations;
    this.files = files;
    this.siteHook = siteHook;
    this.database = database;
    this.timer = timer;
    this.clock = clock;
  }

  /** Does what is due; returns when to check again, empty for never. */
  Optional<Instant> check(String bookingId) {
    var current = allocations.find(bookingId);
    while (current.isPresent()) {
      var before = current.get();
      var intended = before.dueAt(clock.instant());
      if (!intended.equals(before)) {
        recordTransition(before, intended);
        current = allocations.find(bookingId);
        continue;
      }
      var after = reconcile(before);
      if (after.equals(before)) {
        return nextCheck(before, clock.instant());
      }
      recordTransition(before, after);
      current = allocations.find(bookingId);
      if (current.filter(allocation -> allocation.state() == before.state()).isPresent()) {
        return current.flatMap(allocation -> nextCheck(allocation, clock.instant()));
      }
    }
    return Optional.empty();
  }

  /** When an allocation must be checked, by its state alone. */
  static Optional<Instant> nextCheck(Allocation allocation) {
    return nextCheck(allocation, Instant.EPOCH);
  }

  private static Optional<Instant> nextCheck(Allocation allocation, Instant now) {
    var nextInterval = now.plus(CHECK_INTERVAL);
    var schedule = allocation.schedule();
    return switch (allocation.state()) {
      case COMMITTED -> Optional.of(schedule.startTime());
      case STARTING, ACTIVE ->
          Optional.of(
              nextInterval.isBefore(schedule.endTime()) ? nextInterval : schedule.endTime());
      case AMENDING, ENDING, CANCELLING, FAILING -> Optional.of(nextInterval);
      case HELD, ABORTED, ENDED, CANCELLED, FAILED -> Optional.empty();
    };
  }

  private Allocation reconcile(Allocation allocation) {
    try {
      return switch (allocation.state()) {
        case AMENDING ->
            allocation.hasBegun(clock.instant()) ? start(allocation) : clear(allocation);
        case STARTING -> start(allocation);
        case ACTIVE -> verify(allocation);
        case ENDING, CANCELLING, FAILING -> clear(allocation);
        case HELD, ABORTED, COMMITTED, ENDED, CANCELLED, FAILED -> allocation;
      };
    } catch (UncheckedIOException e) {
      return allocation.withCurrentProblem(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Starts an allocation once its nodes are cleared of others, so that no node is open to two. A
   * running allocation that lost nodes is closed before it is opened with the remaining ones; the
   * file, which is written after that, shows that it was closed.
   */
  private Allocation start(Allocation allocation) {
    var blockers = allocations.nodeAssignments().listBlockersOf(allocation, clock.instant());
    if (!blockers.isEmpty()) {
      return allocation.withCurrentProblem(
          "waiting for nodes that are not cleared yet of " + String.join(" and ", blockers));
    }
    var entry = entryOf(allocation);
    if (allocations.nodeAssignments().isLeavingNodes(allocation)
        && !files.matches(entry).orElse(false)) {
      var problem = close(allocation);
      if (problem.isPresent()) {
        return allocation.withCurrentProblem(problem.get());
      }
    }
    files.write(entry);
    var problem = siteHook.run("start", files.fileOf(allocation.bookingId()));
    if (problem.isPresent()) {
      return allocation.withCurrentProblem(problem.get());
    }
    return files.matches(entry).orElse(false)
        ? allocation.started()
        : allocation.withCurrentProblem(
            "the allocation file has different content after it was written");
  }

  private Allocation verify(Allocation allocation) {
    var matches = files.matches(entryOf(allocation));
    if (matches.isEmpty()) {
      return allocation.takenAway(
          "the allocation file was removed by a third party on " + machine.name());
    }
    return matches.get()
        ? allocation.withProblem(null)
        : allocation.takenAway(
            "the allocation file was changed by a third party on " + machine.name());
  }

  /** Removes the allocation's file, whatever content a third party gave it. */
  private Allocation clear(Allocation allocation) {
    var problem = close(allocation);
    if (problem.isPresent()) {
      return allocation.withCurrentProblem(problem.get());
    }
    return files.isGone(allocation.bookingId())
        ? allocation.cleared()
        : allocation.withCurrentProblem("the allocation file is still there");
  }

  /** Closes the allocation on the machine; returns the problem, if any. */
  private Optional<String> close(Allocation allocation) {
    files.remove(allocation.bookingId());
    return siteHook.run("end", files.fileOf(allocation.bookingId()));
  }

  private void recordTransition(Allocation before, Allocation after) {
    LOG.info(
        "allocation={} {} -> {} {}",
        before.bookingId(),
        before.state(),
        after.state(),
        orEmpty(after.problem()));
    database.executeWithoutResult(_ -> {
      if (allocations.update(before, after) && after.state() != before.state()) {
        allocations.listBlocked().stream()
            .filter(hinderedId -> !hinderedId.equals(after.bookingId()))
            .forEach(hinderedId -> timer.schedule(hinderedId, clock.instant()));
      }
    });
  }

  private static String orEmpty(@Nullable String problem) {
    return problem == null ? "" : problem;
  }

  private Entry entryOf(Allocation allocation) {
    return new Entry(
        allocation.bookingId(),
        allocation.transaction(),
        allocation.account(),
        machine.namesOf(allocation.nodes()),
        allocation.schedule().endTime());
  }
}
