package org.touchpaper.harc.rm.backend.slurm.job;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.touchpaper.harc.rm.backend.slurm.client.HostListParser;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmrestdAccess;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmrestdClient;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmrestdParser;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmrestdResponse;
import org.touchpaper.harc.rm.run.JobLauncher.Submission;
import tools.jackson.databind.JsonNode;

/**
 * Through slurmrestd (25.05 and later; facts of 26.05.5). A job is submitted as its account, which
 * slurmctld lets only a token of root or SlurmUser do (auth/jwt); all else is asked as the
 * configured user. The batch script ends at once if it finds itself with root's rights.
 */
final class SlurmrestdJobController implements SlurmJobController {
  private static final String ROOT = "root";

  /**
   * Answers to a signal that has nothing to do: ESLURM_INVALID_JOB_ID, ESLURM_ALREADY_DONE, and one
   * for a job whose name or account is another.
   */
  private static final Set<Integer> NOTHING_TO_SIGNAL = Set.of(2017, 2021, 2172);

  private static final int INVALID_JOB_ID = 2017;

  /** Flags of a job's state that say more than its base state (slurm.h, JOB_STATE_FLAGS). */
  private static final Set<String> FLAGS =
      Set.of("CONFIGURING", "COMPLETING", "STOPPED", "REQUEUE_HOLD", "SPECIAL_EXIT");

  private final SlurmrestdClient client;
  private final SlurmrestdJobCache list;

  SlurmrestdJobController(SlurmrestdAccess access, Clock clock) {
    this.client = new SlurmrestdClient(access);
    this.list = new SlurmrestdJobCache(client, clock);
  }

  @Override
  public Submission submit(BatchJob job) {
    if (job.account().equals(ROOT)) {
      return new Submission.Refused(job.account() + " has root's rights: nothing is launched");
    }
    var response = send(job);
    if (response.isSuccess()) {
      var id = response.body().path("job_id").asLong(0);
      if (id == 0) {
        throw client.unreachable("job/submit: the response has no job id"); // found by its name
      }
      return new Submission.Submitted(String.valueOf(id));
    }
    if (response.status() == 422) {
      return new Submission.Refused("slurmrestd: " + response.message());
    }
    throw client.unreachable(response);
  }

  private SlurmrestdResponse send(BatchJob job) {
    try {
      return client.sendAs(
          job.account(),
          "POST",
          "job/submit",
          Map.of("script", job.script(), "job", properties(job)));
    } finally {
      list.forget(); // what was read before does not show the job
    }
  }

  private static Map<String, Object> properties(BatchJob job) {
    return Map.ofEntries(
        Map.entry("name", job.name()),
        Map.entry("reservation", job.reservation()),
        Map.entry("current_working_directory", job.directory()),
        Map.entry("standard_output", job.output()),
        Map.entry("environment", List.of("PATH=/usr/local/bin:/usr/bin:/bin")),
        Map.entry("requeue", false),
        Map.entry("minimum_nodes", job.nodes()),
        Map.entry("maximum_nodes", job.nodes()),
        Map.entry("tasks_per_node", job.processesPerNode()),
        Map.entry("cpus_per_task", job.coresPerProcess()),
        Map.entry("time_limit", number(job.minutes())),
        Map.entry("begin_time", number(job.begin().getEpochSecond())),
        Map.entry("kill_warning_flags", List.of("BATCH_JOB")),
        Map.entry("kill_warning_signal", "TERM"),
        Map.entry("kill_warning_delay", number(job.graceSeconds())));
  }

  @Override
  public List<String> listIds(String name, String account) {
    return list.get().stream()
        .filter(job -> job.name().equals(name) && job.account().equals(account))
        .map(SlurmrestdJobCache.Entry::id)
        .sorted()
        .map(String::valueOf)
        .toList();
  }

  @Override
  public Optional<BatchJobStatus> find(String id) {
    var response = client.send("GET", "job/" + id, null);
    if (response.hasError(INVALID_JOB_ID)) {
      return Optional.empty();
    }
    if (!response.isSuccess()) {
      throw client.unreachable(response);
    }
    return SlurmrestdJobCache.jobs(response.body()).map(SlurmrestdJobController::parse).findFirst();
  }

  private static BatchJobStatus parse(JsonNode job) {
    var states = SlurmrestdParser.strings(job.path("job_state"));
    // A job that was attached again keeps the word RESV_DEL_HOLD, and is not held any more.
    var isHeld =
        states.contains(BatchJobStatus.RESERVATION_DELETED) && job.path("hold").asBoolean(false);
    var state = isHeld ? BatchJobStatus.RESERVATION_DELETED : stateOf(states);
    var exit = job.path("exit_code");
    return new BatchJobStatus(
        job.path("name").asString(),
        job.path("user_name").asString(),
        state,
        job.path("state_reason").asString(),
        isSet(exit.path("return_code")) ? exit.path("return_code").path("number").asInt() : null,
        isSet(exit.path("signal").path("id"))
            ? exit.path("signal").path("id").path("number").asInt()
            : 0,
        HostListParser.expand(job.path("nodes").asString()),
        SlurmrestdParser.time(job.path("start_time")),
        BatchJobStatus.isDetached(state, job.path("resv_name").asString("")));
  }

  /** A flag beside the base state counts first, as in the output of scontrol. */
  private static String stateOf(List<String> states) {
    return states.stream()
        .filter(FLAGS::contains)
        .findFirst()
        .or(() -> states.stream().findFirst())
        .orElse("");
  }

  private static boolean isSet(JsonNode number) {
    return number.path("set").asBoolean(false);
  }

  @Override
  public void terminate(String id, String name, String account) {
    signal(
        Map.of(
            "jobs",
            List.of(id),
            "job_name",
            name,
            "user_name",
            account,
            "signal",
            "TERM",
            "flags",
            List.of("BATCH_JOB")));
  }

  @Override
  public void cancel(String id, String name, String account) {
    signal(Map.of("jobs", List.of(id), "job_name", name, "user_name", account));
  }

  /** Slurm compares id, name and account, and reports for each job what it did not do. */
  private void signal(Map<String, Object> filter) {
    var response = client.send("DELETE", "jobs/", filter);
    if (!response.isSuccess()) {
      throw client.unreachable(response);
    }
    for (var status : response.body().path("status")) {
      var error = status.path("error");
      var code = error.path("code").asInt(0);
      if (code != 0 && !NOTHING_TO_SIGNAL.contains(code)) {
        throw client.unreachable(
            "job "
                + filter.get("jobs")
                + ": "
                + error.path("message").asString()
                + " ("
                + code
                + ")");
      }
    }
  }

  @Override
  public Optional<String> reshape(
      String id, int nodes, int processes, long minutes, Instant begin) {
    return update(
        id,
        Map.of(
            "minimum_nodes", nodes,
            "maximum_nodes", nodes,
            "tasks", processes,
            "time_limit", number(minutes),
            "begin_time", number(begin.getEpochSecond())));
  }

  @Override
  public Optional<String> limit(String id, long minutes) {
    return update(id, Map.of("time_limit", number(minutes)));
  }

  @Override
  public Optional<String> attach(String id, String reservation) {
    var refusal = update(id, Map.of("reservation", reservation));
    return refusal.isPresent() ? refusal : update(id, Map.of("hold", false));
  }

  private Optional<String> update(String id, Map<String, Object> change) {
    var response = client.send("POST", "job/" + id, change);
    if (response.isSuccess()) {
      return Optional.empty();
    }
    if (response.isRefusedChange()) {
      return Optional.of("slurmrestd: " + response.message());
    }
    throw client.unreachable(response);
  }

  private static Map<String, Object> number(long value) {
    return Map.of("set", true, "number", value);
  }
}
