package org.touchpaper.harc.rm;

import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceCurrentlyExecutingException;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceNotFoundException;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskInstanceId;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rows of one kind of due work: at most one for each thing that has to be looked at again. */
record DueRow(SchedulerClient scheduler, String kind) {
  private static final Logger LOG = LoggerFactory.getLogger(DueRow.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** Work that says when it wants to be called again, if ever. */
  static Task<Void> task(String kind, Clock clock, Function<String, Optional<Instant>> work) {
    return Tasks.custom(kind, Void.class)
        .execute((instance, _) -> {
          var next = next(kind, instance.getId(), work, clock.instant().plus(PAUSE));
          return (done, operations) ->
              next.ifPresentOrElse(when -> operations.reschedule(done, when), operations::remove);
        });
  }

  private static Optional<Instant> next(
      String kind, String id, Function<String, Optional<Instant>> work, Instant soon) {
    try {
      return work.apply(id);
    } catch (RuntimeException e) {
      LOG.error("{}={} failed, to be tried again", kind, id, e);
      return Optional.of(soon);
    }
  }

  /** Has the thing looked at then; while it is being looked at, its own answer says when. */
  void at(String id, Instant when) {
    var row = Tasks.oneTime(kind).execute((_, _) -> {}).instance(id);
    if (!scheduler.scheduleIfNotExists(row, when)) {
      try {
        scheduler.reschedule(TaskInstanceId.of(kind, id), when);
      } catch (TaskInstanceCurrentlyExecutingException | TaskInstanceNotFoundException e) {
        // It is looked at at this very moment, perhaps as it was before our database transaction.
        // What is unfinished then is looked at again when that look's own answer says.
      }
    }
  }
}
