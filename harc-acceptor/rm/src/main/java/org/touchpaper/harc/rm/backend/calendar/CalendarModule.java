package org.touchpaper.harc.rm.backend.calendar;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import org.touchpaper.harc.rm.booking.PreparedTransactions;
import org.touchpaper.harc.rm.scheduler.DurableTimer;
import tools.jackson.databind.json.JsonMapper;

/** Assembles the calendar of a machine: the scheduler and the reconciler. */
public final class CalendarModule {
  private static final Logger LOG = LoggerFactory.getLogger(CalendarModule.class);

  private final CalendarScheduler scheduler;
  private final AllocationReconciler reconciler;
  private final Machine machine;
  private final MachineSettingsGuard settingsGuard;
  private final AllocationRepository allocations;
  private final AllocationFiles files;
  private final TransactionOperations database;
  private final DurableTimer timer;
  private final Clock clock;

  public CalendarModule(
      Machine machine,
      Path directory,
      SiteHookCommand siteHook,
      PreparedTransactions preparedTransactions,
      DurableTimer timer,
      JdbcClient jdbc,
      JsonMapper json,
      TransactionOperations database,
      Clock clock) {
    this.machine = machine;
    this.settingsGuard = new MachineSettingsGuard(jdbc);
    this.allocations = new AllocationRepository(jdbc);
    this.database = database;
    this.timer = timer;
    this.clock = clock;
    this.files = new AllocationFiles(directory, json, new AllocationDirectoryMarker(jdbc));
    this.scheduler =
        new CalendarScheduler(machine, allocations, preparedTransactions, database, timer, clock);
    this.reconciler =
        new AllocationReconciler(machine, allocations, files, siteHook, database, timer, clock);
  }

  public CalendarScheduler scheduler() {
    return scheduler;
  }

  /** Does what is due for an allocation; returns when to check again, empty for never. */
  public Optional<Instant> check(String bookingId) {
    return reconciler.check(bookingId);
  }

  /**
   * Schedules, after a restart, a check of every allocation that may be due.
   *
   * @throws IllegalStateException if assigned nodes are not those of the configured machine
   */
  public void resume() {
    database.executeWithoutResult(_ -> {
      allocations.lock(machine);
      settingsGuard.verifyAndRecord(machine);
    });
    warnIfDirectoryMissing();
    allocations.listPending().forEach(bookingId -> timer.schedule(bookingId, clock.instant()));
  }

  /** Logs a missing directory at start, before the first allocation needs it. */
  private void warnIfDirectoryMissing() {
    try {
      files.ensureDirectory();
    } catch (UncheckedIOException e) {
      LOG.warn("machine={} {}", machine.name(), e.getMessage());
    }
  }
}
