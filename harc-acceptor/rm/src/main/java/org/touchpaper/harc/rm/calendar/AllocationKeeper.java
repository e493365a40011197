package org.touchpaper.harc.rm.calendar;

import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionOperations;
import org.touchpaper.harc.rm.calendar.AllocationFiles.Entry;

/**
 * Does to the machine what an allocation calls for when its time comes: the intention goes on
 * record, then the file is written or removed, then it is read back, then that goes on record
 * (DESIGN decision 8). Whatever was interrupted is done again.
 */
final class AllocationKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(AllocationKeeper.class);
  private static final Duration PATROL = Duration.ofSeconds(1);

  private final Machine machine;
  private final Allocations allocations;
  private final AllocationFiles files;
  private final MachineCommand command;
  private final TransactionOperations database;
  private final Agenda agenda;
  private final Clock clock;

  AllocationKeeper(
      Machine machine,
      Allocations allocations,
      AllocationFiles files,
      MachineCommand command,
      TransactionOperations database,
      Agenda agenda,
      Clock clock) {
    this.machine = machine;
    this.allocations = allocations;
    this.files = files;
    this.command = command;
    this.database = database;
    this.agenda = agenda;
    this.clock = clock;
  }

  /** Does what is due; answers when to look again, or nothing if never. */
  Optional<Instant> look(String ident) {
    var found = allocations.find(ident);
    while (found.isPresent()) {
      var before = found.get();
      var intended = before.at(clock.instant());
      if (!intended.equals(before)) {
        record(before, intended);
        found = allocations.find(ident);
        continue;
      }
      var after = act(before);
      if (after.equals(before)) {
        return nextLook(before, clock.instant());
      }
      record(before, after);
      found = allocations.find(ident);
      if (found.filter(now -> now.state() == before.state()).isPresent()) {
        return found.flatMap(now -> nextLook(now, clock.instant()));
      }
    }
    return Optional.empty();
  }

  /** When an allocation must be looked at, seen from its state alone. */
  static Optional<Instant> nextLook(Allocation allocation) {
    return nextLook(allocation, Instant.EPOCH);
  }

  private static Optional<Instant> nextLook(Allocation allocation, Instant now) {
    var patrol = now.plus(PATROL);
    var schedule = allocation.schedule();
    return switch (allocation.state()) {
      case COMMITTED -> Optional.of(schedule.startTime());
      case STARTING, ACTIVE ->
          Optional.of(patrol.isBefore(schedule.endTime()) ? patrol : schedule.endTime());
      case AMENDING, ENDING, CANCELLING, FAILING -> Optional.of(patrol);
      case HELD, ABORTED, ENDED, CANCELLED, FAILED -> Optional.empty();
    };
  }

  private Allocation act(Allocation allocation) {
    try {
      return switch (allocation.state()) {
        case AMENDING ->
            allocation.hasBegun(clock.instant()) ? start(allocation) : clear(allocation);
        case STARTING -> start(allocation);
        case ACTIVE -> patrol(allocation);
        case ENDING, CANCELLING, FAILING -> clear(allocation);
        case HELD, ABORTED, COMMITTED, ENDED, CANCELLED, FAILED -> allocation;
      };
    } catch (UncheckedIOException e) {
      return allocation.hindered(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Two never have a node at once: whoever comes next waits until it is cleared. What goes on
   * without nodes that it had is closed before it is opened with the others; that it was is known
   * by its file, which is written after that.
   */
  private Allocation start(Allocation allocation) {
    var inTheWay = allocations.promised().listInTheWayOf(allocation, clock.instant());
    if (!inTheWay.isEmpty()) {
      return allocation.hindered(
          "its nodes are not cleared yet of " + String.join(" and ", inTheWay));
    }
    var entry = entryOf(allocation);
    if (allocations.promised().isLeavingNodes(allocation) && !files.says(entry).orElse(false)) {
      var problem = close(allocation);
      if (problem.isPresent()) {
        return allocation.hindered(problem.get());
      }
    }
    files.write(entry);
    var problem = command.run("start", files.fileOf(allocation.ident()));
    if (problem.isPresent()) {
      return allocation.hindered(problem.get());
    }
    return files.says(entry).orElse(false)
        ? allocation.started()
        : allocation.hindered("the allocation file does not read back as it was written");
  }

  private Allocation patrol(Allocation allocation) {
    var says = files.says(entryOf(allocation));
    if (says.isEmpty()) {
      return allocation.taken("the allocation file was removed by somebody on " + machine.name());
    }
    return says.get()
        ? allocation.withProblem(null)
        : allocation.taken("the allocation file was changed by somebody on " + machine.name());
  }

  /** The file of that name is ours to remove, whatever somebody has made it say. */
  private Allocation clear(Allocation allocation) {
    var problem = close(allocation);
    if (problem.isPresent()) {
      return allocation.hindered(problem.get());
    }
    return files.isGone(allocation.ident())
        ? allocation.cleared()
        : allocation.hindered("the allocation file is still there");
  }

  /** What went wrong with it, if anything. */
  private Optional<String> close(Allocation allocation) {
    files.remove(allocation.ident());
    return command.run("end", files.fileOf(allocation.ident()));
  }

  private void record(Allocation before, Allocation after) {
    LOG.info(
        "allocation={} {} -> {} {}",
        before.ident(),
        before.state(),
        after.state(),
        text(after.problem()));
    database.executeWithoutResult(_ -> {
      if (allocations.change(before, after) && after.state() != before.state()) {
        allocations.listHindered().stream()
            .filter(other -> !other.equals(after.ident()))
            .forEach(other -> agenda.lookAt(other, clock.instant()));
      }
    });
  }

  private static String text(@Nullable String problem) {
    return problem == null ? "" : problem;
  }

  private Entry entryOf(Allocation allocation) {
    return new Entry(
        allocation.ident(),
        allocation.transaction(),
        allocation.holder(),
        machine.namesOf(allocation.nodes()),
        allocation.schedule().endTime());
  }
}
