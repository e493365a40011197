package org.touchpaper.harc.rm.backend.slurm.client;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** Parses slurmrestd's responses, v0.0.43 to v0.0.45; its times are seconds since 1970. */
public final class SlurmrestdParser {
  private static final Set<String> HOLDS_NODES = Set.of("RUNNING", "SUSPENDED");

  private SlurmrestdParser() {}

  /** The boot time of slurmctld, from {@code conf}. */
  static Optional<Instant> bootTime(JsonNode response) {
    return seconds(response.path("slurm_conf_meta").path("BOOT_TIME"));
  }

  /** The start of slurmctld's statistics, from {@code diag}: its boot time, and midnight later. */
  static Optional<Instant> statisticsStart(JsonNode response) {
    return time(response.path("statistics").path("req_time_start"));
  }

  /**
   * Parses reservations. The response does not say which are active; the time decides. Slurm's
   * clock may be ahead of ours by at least the time of its last update, so that a reservation with
   * an immediate start is active.
   */
  static List<SlurmReservation> reservations(JsonNode response, Instant localTime) {
    var now = time(response.path("last_update")).filter(localTime::isBefore).orElse(localTime);
    return stream(response.path("reservations"))
        .map(reservation -> reservation(reservation, now))
        .toList();
  }

  private static SlurmReservation reservation(JsonNode reservation, Instant now) {
    var during =
        ScontrolParser.during(
            time(reservation.path("start_time")), time(reservation.path("end_time")));
    return new SlurmReservation(
        reservation.path("name").asString(),
        HostListParser.expand(reservation.path("node_list").asString()),
        during,
        list(reservation.path("users").asString()),
        !during.startTime().isAfter(now) && !during.endTime().isBefore(now),
        Recurrence.of(strings(reservation.path("flags"))));
  }

  static List<SlurmNode> nodes(JsonNode response) {
    return stream(response.path("nodes"))
        .map(node ->
            new SlurmNode(
                node.path("name").asString(),
                strings(node.path("partitions")),
                String.join("+", strings(node.path("state")))))
        .toList();
  }

  static List<SlurmJob> runningJobs(JsonNode response) {
    return stream(response.path("jobs"))
        .filter(job -> strings(job.path("job_state")).stream().anyMatch(HOLDS_NODES::contains))
        .map(job ->
            new SlurmJob(
                job.path("resv_name").asString(),
                HostListParser.expand(job.path("nodes").asString()),
                ScontrolParser.during(time(job.path("start_time")), end(job))))
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

  /** The texts of an array. */
  public static List<String> strings(JsonNode array) {
    return stream(array).map(JsonNode::asString).toList();
  }

  private static List<String> list(String commaSeparated) {
    return commaSeparated.isEmpty() ? List.of() : List.of(commaSeparated.split(","));
  }

  /** A number that may be unset or infinite; both are empty. */
  public static Optional<Instant> time(JsonNode number) {
    return number.path("set").asBoolean(false) && !number.path("infinite").asBoolean(false)
        ? seconds(number.path("number"))
        : Optional.empty();
  }

  /**
   * Empty for 0 and for an unset time without a flag (NO_VAL64), which is beyond the range of
   * instants.
   */
  private static Optional<Instant> seconds(JsonNode number) {
    return number.isIntegralNumber()
            && number.canConvertToLong()
            && 0 < number.asLong()
            && number.asLong() < ScontrolParser.END_OF_TIME.getEpochSecond()
        ? Optional.of(Instant.ofEpochSecond(number.asLong()))
        : Optional.empty();
  }
}
