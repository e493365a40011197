package org.touchpaper.harc.rm.slurm;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** Reads what slurmrestd answers, v0.0.43 to v0.0.45; its times are seconds since 1970. */
final class RestText {
  private static final Set<String> HOLDS_NODES = Set.of("RUNNING", "SUSPENDED");

  private RestText() {}

  /** When slurmctld was started, of {@code conf}. */
  static Optional<Instant> bootTime(JsonNode answer) {
    return seconds(answer.path("slurm_conf_meta").path("BOOT_TIME"));
  }

  /** When slurmctld began to count, of {@code diag}: at its start, and again at midnight. */
  static Optional<Instant> countsSince(JsonNode answer) {
    return time(answer.path("statistics").path("req_time_start"));
  }

  /**
   * Whether one goes on, Slurm leaves to whoever asks. Its clock may be ahead of ours, and its last
   * change of a reservation says by how much at least: one that was to begin at once has begun.
   */
  static List<SlurmReservation> reservations(JsonNode answer, Instant ours) {
    var now = time(answer.path("last_update")).filter(ours::isBefore).orElse(ours);
    return stream(answer.path("reservations")).map(is -> reservation(is, now)).toList();
  }

  private static SlurmReservation reservation(JsonNode is, Instant now) {
    var during = ScontrolText.during(time(is.path("start_time")), time(is.path("end_time")));
    return new SlurmReservation(
        is.path("name").asString(),
        HostList.expand(is.path("node_list").asString()),
        during,
        list(is.path("users").asString()),
        !during.startTime().isAfter(now) && !during.endTime().isBefore(now),
        Recurrence.of(strings(is.path("flags"))));
  }

  static List<SlurmNode> nodes(JsonNode answer) {
    return stream(answer.path("nodes"))
        .map(node ->
            new SlurmNode(
                node.path("name").asString(),
                strings(node.path("partitions")),
                String.join("+", strings(node.path("state")))))
        .toList();
  }

  static List<SlurmJob> runningJobs(JsonNode answer) {
    return stream(answer.path("jobs"))
        .filter(job -> strings(job.path("job_state")).stream().anyMatch(HOLDS_NODES::contains))
        .map(job ->
            new SlurmJob(
                job.path("resv_name").asString(),
                HostList.expand(job.path("nodes").asString()),
                ScontrolText.during(time(job.path("start_time")), end(job))))
        .toList();
  }

  private static Optional<Instant> end(JsonNode job) {
    return job.path("time_limit").path("infinite").asBoolean(false)
        ? Optional.empty()
        : time(job.path("end_time"));
  }

  private static Stream<JsonNode> stream(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  private static List<String> strings(JsonNode array) {
    return stream(array).map(JsonNode::asString).toList();
  }

  private static List<String> list(String words) {
    return words.isEmpty() ? List.of() : List.of(words.split(","));
  }

  /** A number that may be unset or without end, which both are empty. */
  private static Optional<Instant> time(JsonNode number) {
    return number.path("set").asBoolean(false) && !number.path("infinite").asBoolean(false)
        ? seconds(number.path("number"))
        : Optional.empty();
  }

  /** What Slurm calls unset without saying so (NO_VAL64) is later than there are instants. */
  private static Optional<Instant> seconds(JsonNode number) {
    return number.isIntegralNumber()
            && number.canConvertToLong()
            && 0 < number.asLong()
            && number.asLong() < ScontrolText.END_OF_TIME.getEpochSecond()
        ? Optional.of(Instant.ofEpochSecond(number.asLong()))
        : Optional.empty();
  }
}
