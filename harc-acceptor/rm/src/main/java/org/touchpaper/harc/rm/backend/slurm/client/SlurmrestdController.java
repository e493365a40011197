package org.touchpaper.harc.rm.backend.slurm.client;

import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Access to Slurm through slurmrestd (25.05 and later; facts of 26.05.5).
 *
 * <p>A POST of a reservation changes an existing one of that name and creates one only if there is
 * none. Therefore a creation first checks that there is none, and has a flag with which slurmctld
 * creates but does not change, because an abandoned request may take effect much later. A change
 * omits the users or the times, which a creation needs, so that it cannot create one.
 */
public final class SlurmrestdController implements SlurmController {
  /** A node name that cannot exist, so that a request with it has no effect. */
  private static final String IMPOSSIBLE_NODE = "touchpaper_asks_for_the_account";

  /**
   * The flag that skips the next occurrence: slurmctld refuses a change with it of a reservation
   * that does not recur, and ignores it in a creation (reservation.c, 25.05 to 26.05).
   */
  private static final List<String> CREATE_ONLY = List.of("SKIP");

  private static final List<String> IGNORE_JOBS = List.of("IGNORE_JOBS");

  private final SlurmrestdClient client;
  private final Clock clock;

  public SlurmrestdController(SlurmrestdAccess access, Clock clock) {
    this.client = new SlurmrestdClient(access);
    this.clock = clock;
  }

  @Override
  public Optional<String> problem() {
    return client.problem();
  }

  /**
   * Before v0.0.45 only the start of slurmctld's request statistics is available, which moves to
   * midnight the next day: a reservation that a third party deletes in the minute before that is
   * created again once, as if it had been lost.
   */
  @Override
  public Instant bootTime() {
    var version = client.version();
    var bootTime =
        version.hasBootTime()
            ? SlurmrestdParser.bootTime(client.get("conf"))
            : SlurmrestdParser.statisticsStart(client.get("diag/"));
    return bootTime.orElseThrow(
        () -> client.unreachable("the response has no start time of slurmctld"));
  }

  @Override
  public List<SlurmNode> listNodes() {
    return SlurmrestdParser.nodes(client.get("nodes/"));
  }

  @Override
  public List<SlurmReservation> listReservations() {
    var now = clock.instant();
    return read("reservations/", response -> SlurmrestdParser.reservations(response, now));
  }

  private <T> T read(String path, Function<JsonNode, T> parser) {
    var response = client.get(path);
    try {
      return parser.apply(response);
    } catch (UnparsableOutputException e) {
      throw client.unreachable(path + ": " + e.getMessage());
    }
  }

  /**
   * Searches all reservations: a request for one that does not exist returns an unspecific error.
   */
  @Override
  public Optional<SlurmReservation> find(String reservation) {
    return listReservations().stream()
        .filter(candidate -> candidate.name().equals(reservation))
        .findFirst();
  }

  @Override
  public List<SlurmJob> listRunningJobs() {
    return read("jobs/", SlurmrestdParser::runningJobs);
  }

  /** Requests an impossible reservation: Slurm checks the account before the nodes. */
  @Override
  public boolean knowsAccount(String account) {
    var response =
        post(
            Map.of(
                "name", IMPOSSIBLE_NODE,
                "start_time", "now",
                "duration", number(1),
                "node_list", List.of(IMPOSSIBLE_NODE),
                "users", List.of(account)));
    if (response.hasError(SlurmrestdResponse.UNSPECIFIED)) {
      return false;
    }
    if (response.hasError(SlurmrestdResponse.NO_SUCH_NODE)) {
      return true;
    }
    throw client.unreachable(response);
  }

  @Override
  public Optional<String> create(SlurmReservation wanted) {
    return create(wanted, CREATE_ONLY);
  }

  @Override
  public Optional<String> createBesideJobs(SlurmReservation wanted) {
    return create(wanted, Stream.concat(CREATE_ONLY.stream(), IGNORE_JOBS.stream()).toList());
  }

  private Optional<String> create(SlurmReservation wanted, List<String> flags) {
    if (find(wanted.name()).isPresent()) {
      return Optional.of("reservation " + wanted.name() + " exists already");
    }
    return refusal(createUnconditionally(wanted, flags));
  }

  /** Creates without checking whether it exists. */
  public SlurmrestdResponse createUnconditionally(SlurmReservation wanted) {
    return createUnconditionally(wanted, CREATE_ONLY);
  }

  private SlurmrestdResponse createUnconditionally(SlurmReservation wanted, List<String> flags) {
    return post(
        Map.of(
            "name", wanted.name(),
            "start_time", start(wanted),
            "end_time", seconds(wanted.schedule().endTime()),
            "node_list", wanted.nodes(),
            "users", wanted.users(),
            "flags", flags));
  }

  @Override
  public void handOver(String reservation, String account) {
    var response = post(Map.of("name", reservation, "users", List.of(account)));
    if (!response.isSuccess()) {
      throw client.unreachable(response);
    }
  }

  /** Slurm does not change the start of an active reservation. */
  @Override
  public Optional<String> change(SlurmReservation current, SlurmReservation wanted) {
    var properties = new LinkedHashMap<String, Object>();
    properties.put("name", wanted.name());
    if (isAhead(current) || isAhead(wanted)) {
      properties.put("start_time", start(wanted));
    }
    properties.put("end_time", seconds(wanted.schedule().endTime()));
    properties.put("node_list", wanted.nodes());
    properties.put("flags", IGNORE_JOBS);
    return refusal(post(properties));
  }

  @Override
  public void allowOverlap(String reservation) {
    var response = post(Map.of("name", reservation, "flags", List.of("OVERLAP")));
    if (!response.isSuccess() && !response.hasError(SlurmrestdResponse.RESERVATION_NOT_FOUND)) {
      throw client.unreachable(response);
    }
  }

  @Override
  public Optional<String> delete(String reservation) {
    var response = client.send("DELETE", "reservation/" + reservation, null);
    return response.hasError(SlurmrestdResponse.RESERVATION_NOT_FOUND)
        ? Optional.empty()
        : refusal(response);
  }

  @Override
  public void endJobs(String reservation) {
    var response = client.send("DELETE", "jobs/", Map.of("reservation", reservation));
    if (!response.isSuccess()) {
      throw client.unreachable(response);
    }
  }

  private SlurmrestdResponse post(Map<String, Object> reservation) {
    return client.send("POST", "reservation", reservation);
  }

  private Optional<String> refusal(SlurmrestdResponse response) {
    if (response.isSuccess()) {
      return Optional.empty();
    }
    if (response.isRefusal()) {
      return Optional.of(response.message());
    }
    throw client.unreachable(response);
  }

  /** Slurm rejects a start in the past. */
  private Object start(SlurmReservation wanted) {
    return isAhead(wanted) ? seconds(wanted.schedule().startTime()) : "now";
  }

  private boolean isAhead(SlurmReservation reservation) {
    return reservation.schedule().startTime().isAfter(clock.instant());
  }

  private static Map<String, Object> seconds(Instant second) {
    return number(second.getEpochSecond());
  }

  private static Map<String, Object> number(long value) {
    return Map.of("set", true, "number", value);
  }
}
