package org.touchpaper.harc.rm;

import com.github.kagkarlsson.scheduler.ScheduledExecution;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceException;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstanceId;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Schedules one kind of task in rows of db-scheduler: one row per item, so that an item is never
 * checked twice at the same time, and one row per request that arrives while its item is being
 * checked.
 */
record DatabaseTaskScheduler(SchedulerClient scheduler, String kind) {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseTaskScheduler.class);
  private static final Duration RETRY_INTERVAL = Duration.ofSeconds(1);
  private static final Pattern CALL_ID = Pattern.compile("(?s)call/[0-9a-f-]{36}/(?<id>.*)");

  /** Prefix of an item id that could be read as a request row. Clients choose some ids. */
  private static final String ESCAPE_PREFIX = "thing/";

  /** A task that returns when to run again; empty for never. */
  static Task<Void> task(String kind, Clock clock, Function<String, Optional<Instant>> work) {
    return Tasks.custom(kind, Void.class)
        .execute((instance, context) -> {
          var now = clock.instant();
          var matcher = CALL_ID.matcher(instance.getId());
          var databaseTaskScheduler = new DatabaseTaskScheduler(context.getSchedulerClient(), kind);
          var nextRun =
              matcher.matches()
                  ? databaseTaskScheduler.trySchedule(matcher.group("id"), now)
                      ? never()
                      : Optional.of(now.plus(RETRY_INTERVAL))
                  : runOrRetry(kind, idOf(instance.getId()), work, now.plus(RETRY_INTERVAL));
          return (completion, operations) ->
              nextRun.ifPresentOrElse(
                  time -> operations.reschedule(completion, time), operations::remove);
        });
  }

  private static Optional<Instant> never() {
    return Optional.empty();
  }

  private static Optional<Instant> runOrRetry(
      String kind, String id, Function<String, Optional<Instant>> work, Instant retryTime) {
    try {
      return work.apply(id);
    } catch (RuntimeException e) {
      LOG.error("{}={} failed; will retry", kind, id, e);
      return Optional.of(retryTime);
    }
  }

  /**
   * Schedules a check of the item. If a check is running, its own result decides when the next one
   * is due.
   */
  void schedule(String id, Instant time) {
    if (!trySchedule(id, time)) {
      LOG.debug("{}={} a check is running", kind, id);
    }
  }

  /**
   * As {@link #schedule}, by a check that begins after this database transaction: a running one may
   * have read the state before it and return that nothing is left to do.
   */
  void scheduleFresh(String id, Instant time) {
    if (!trySchedule(id, time)) {
      scheduler.scheduleIfNotExists(instance("call/" + UUID.randomUUID() + "/" + id), time);
    }
  }

  /**
   * Returns true if the item is checked by then. A check is never postponed: another caller may
   * need the earlier time, and an extra check does no harm.
   *
   * <p>Between the library's reading of the row and its update the row may be picked, moved or
   * removed, which it reports as an {@code ExecutionException} ("updated 0") or as one of the
   * narrower exceptions. In all of them the row is as somebody else left it.
   */
  private boolean trySchedule(String id, Instant time) {
    if (scheduler.scheduleIfNotExists(instance(instanceNameOf(id)), time)) {
      return true;
    }
    var instanceId = TaskInstanceId.of(kind, instanceNameOf(id));
    var existing = scheduler.getScheduledExecution(instanceId);
    if (existing.isPresent() && !existing.get().isPicked() && isDueBy(time, existing.get())) {
      return true;
    }
    try {
      return scheduler.reschedule(instanceId, time);
    } catch (TaskInstanceException e) {
      return false;
    }
  }

  private static boolean isDueBy(Instant time, ScheduledExecution<?> execution) {
    return !execution.getExecutionTime().isAfter(time);
  }

  private static String instanceNameOf(String id) {
    return id.startsWith("call/") || id.startsWith(ESCAPE_PREFIX) ? ESCAPE_PREFIX + id : id;
  }

  private static String idOf(String name) {
    return name.startsWith(ESCAPE_PREFIX) ? name.substring(ESCAPE_PREFIX.length()) : name;
  }

  private TaskInstance<Void> instance(String name) {
    return Tasks.oneTime(kind).execute((_, _) -> {}).instance(name);
  }
}
