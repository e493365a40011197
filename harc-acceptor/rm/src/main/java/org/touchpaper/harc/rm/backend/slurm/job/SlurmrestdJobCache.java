package org.touchpaper.harc.rm.backend.slurm.job;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmrestdClient;
import org.touchpaper.harc.rm.run.JobListingPendingException;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import tools.jackson.databind.JsonNode;

/**
 * All jobs, read at most once a second for all runs together: slurmctld's jobs can be requested by
 * id, or all, and not by name or user (v0.0.43 to v0.0.45). Callers during a request share its
 * answer, or have none if it takes long.
 */
final class SlurmrestdJobCache {

  private static final Duration LIFETIME = Duration.ofSeconds(1);

  /** Runs are checked again after so long. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(1);

  private final SlurmrestdClient client;
  private final Clock clock;
  private @Nullable Reading latest;

  SlurmrestdJobCache(SlurmrestdClient client, Clock clock) {
    this.client = client;
    this.clock = clock;
  }

  /** A job's name, account and id. */
  record Entry(String name, String account, long id) {}

  private record Reading(FutureTask<List<Entry>> answer, Instant startedAt) {
    private boolean isUsableAt(Instant now) {
      return !answer.isDone()
          || (!now.isBefore(startedAt) && now.isBefore(startedAt.plus(LIFETIME)));
    }
  }

  /**
   * The jobs.
   *
   * @throws JobListingPendingException if another caller's request is not answered soon
   * @throws SchedulerUnreachableException if slurmctld does not answer
   */
  List<Entry> get() {
    var own = new Reading(new FutureTask<>(this::read), clock.instant());
    var reading = join(own);
    if (reading.equals(own)) {
      own.answer().run(); // outside the lock
    }
    try {
      return reading.answer().get(MAX_WAIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      forget(reading);
      throw e.getCause() instanceof SchedulerUnreachableException unreachable
          ? new SchedulerUnreachableException(String.valueOf(unreachable.getMessage()), e)
          : new IllegalStateException(e);
    } catch (TimeoutException e) {
      throw new JobListingPendingException(
          "slurmrestd has not listed its jobs since " + reading.startedAt(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SchedulerUnreachableException("interrupted", e);
    }
  }

  private synchronized Reading join(Reading own) {
    var reading = latest == null || !latest.isUsableAt(own.startedAt()) ? own : latest;
    latest = reading;
    return reading;
  }

  private synchronized void forget(Reading reading) {
    if (reading.equals(latest)) {
      latest = null;
    }
  }

  /** The next call reads again. */
  synchronized void forget() {
    latest = null;
  }

  private List<Entry> read() {
    return jobs(client.get("jobs/"))
        .map(job ->
            new Entry(
                job.path("name").asString(),
                job.path("user_name").asString(),
                job.path("job_id").asLong()))
        .toList();
  }

  static Stream<JsonNode> jobs(JsonNode response) {
    return StreamSupport.stream(response.path("jobs").spliterator(), false);
  }
}
