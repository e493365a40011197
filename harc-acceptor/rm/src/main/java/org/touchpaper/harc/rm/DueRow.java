package org.touchpaper.harc.rm;

import com.github.kagkarlsson.scheduler.ScheduledExecution;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceCurrentlyExecutingException;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceNotFoundException;
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
 * Rows of one kind of due work: one for each thing that has to be looked at again, so that nothing
 * is looked at twice at a time, and one for each call for a thing that was being looked at.
 */
record DueRow(SchedulerClient scheduler, String kind) {
  private static final Logger LOG = LoggerFactory.getLogger(DueRow.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Pattern CALL = Pattern.compile("(?s)call/[0-9a-f-]{36}/(?<id>.*)");

  /** Before the id of a thing that would read as something else: people choose some of them. */
  private static final String THING = "thing/";

  /** Work that says when it wants to be called again, if ever. */
  static Task<Void> task(String kind, Clock clock, Function<String, Optional<Instant>> work) {
    return Tasks.custom(kind, Void.class)
        .execute((instance, context) -> {
          var now = clock.instant();
          var call = CALL.matcher(instance.getId());
          var rows = new DueRow(context.getSchedulerClient(), kind);
          var next =
              call.matches()
                  ? rows.planned(call.group("id"), now) ? none() : Optional.of(now.plus(PAUSE))
                  : next(kind, thing(instance.getId()), work, now.plus(PAUSE));
          return (done, operations) ->
              next.ifPresentOrElse(when -> operations.reschedule(done, when), operations::remove);
        });
  }

  private static Optional<Instant> none() {
    return Optional.empty();
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
    if (!planned(id, when)) {
      LOG.debug("{}={} is being looked at", kind, id);
    }
  }

  /**
   * As {@link #at}, and by a look that begins after our database transaction: one that is going on
   * may have read what was before, and answer that there is nothing more to do.
   */
  void afreshAt(String id, Instant when) {
    if (!planned(id, when)) {
      scheduler.scheduleIfNotExists(row("call/" + UUID.randomUUID() + "/" + id), when);
    }
  }

  /**
   * True if it will be looked at by then. A look is never put off: whoever asks for a later one may
   * not know why somebody else wants it earlier, and a look too many does no harm.
   */
  private boolean planned(String id, Instant when) {
    if (scheduler.scheduleIfNotExists(row(nameOf(id)), when)) {
      return true;
    }
    var thing = TaskInstanceId.of(kind, nameOf(id));
    var before = scheduler.getScheduledExecution(thing);
    if (before.isPresent() && !before.get().isPicked() && isBy(when, before.get())) {
      return true;
    }
    try {
      return scheduler.reschedule(thing, when);
    } catch (TaskInstanceCurrentlyExecutingException | TaskInstanceNotFoundException e) {
      return false;
    }
  }

  private static boolean isBy(Instant when, ScheduledExecution<?> planned) {
    return !planned.getExecutionTime().isAfter(when);
  }

  private static String nameOf(String id) {
    return id.startsWith("call/") || id.startsWith(THING) ? THING + id : id;
  }

  private static String thing(String name) {
    return name.startsWith(THING) ? name.substring(THING.length()) : name;
  }

  private TaskInstance<Void> row(String name) {
    return Tasks.oneTime(kind).execute((_, _) -> {}).instance(name);
  }
}
