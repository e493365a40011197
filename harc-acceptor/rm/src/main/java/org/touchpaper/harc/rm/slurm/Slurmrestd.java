package org.touchpaper.harc.rm.slurm;

import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * Slurm through its own REST service (slurmrestd, 25.05 and later; facts of 26.05.5).
 *
 * <p>A POST of a reservation changes what there is of that name, whatever it is, and makes one only
 * if there is none. So what makes looks first; because one that was given up may still be carried
 * out much later, it also has a flag with which slurmctld makes, but does not change. What changes
 * leaves out what a new one needs (its users or its times), lest it make one.
 */
final class Slurmrestd implements SlurmController {
  /** No node can be called that, so that what is asked with it can never be made. */
  private static final String NO_NODE = "touchpaper_asks_for_the_account";

  /**
   * To skip the next of a series: asked of what is no series, slurmctld refuses the whole change;
   * of what it makes, it minds it not (reservation.c, 25.05 to 26.05).
   */
  private static final List<String> ONLY_IF_THERE_IS_NONE = List.of("SKIP");

  private final RestCalls calls;
  private final Clock clock;

  Slurmrestd(RestAccess access, Clock clock) {
    this.calls = new RestCalls(access);
    this.clock = clock;
  }

  @Override
  public Optional<String> trouble() {
    return calls.trouble();
  }

  /**
   * Before v0.0.45 only since when slurmctld counts its requests is told, which is midnight on the
   * next day: what somebody deletes in the minute before that is put back once, as if it had been
   * lost.
   */
  @Override
  public Instant bootTime() {
    var version = calls.version();
    var told =
        version.tellsBootTime()
            ? RestText.bootTime(calls.get("conf"))
            : RestText.countsSince(calls.get("diag/"));
    return told.orElseThrow(() -> calls.unreachable("it does not tell when slurmctld was started"));
  }

  @Override
  public List<SlurmNode> listNodes() {
    return RestText.nodes(calls.get("nodes/"));
  }

  @Override
  public List<SlurmReservation> listReservations() {
    var now = clock.instant();
    return read("reservations/", answer -> RestText.reservations(answer, now));
  }

  private <T> T read(String what, Function<JsonNode, T> reader) {
    var answer = calls.get(what);
    try {
      return reader.apply(answer);
    } catch (UnreadableText e) {
      throw calls.unreachable(what + ": " + e.getMessage());
    }
  }

  /** Of all: asked for one that is not there, slurmrestd says that it cannot find out. */
  @Override
  public Optional<SlurmReservation> find(String reservation) {
    return listReservations().stream().filter(is -> is.name().equals(reservation)).findFirst();
  }

  @Override
  public List<SlurmJob> listRunningJobs() {
    return read("jobs/", RestText::runningJobs);
  }

  /** Asks for what cannot be made: Slurm looks at the account before it looks at the nodes. */
  @Override
  public boolean knowsAccount(String account) {
    var answer =
        post(
            Map.of(
                "name", NO_NODE,
                "start_time", "now",
                "duration", number(1),
                "node_list", List.of(NO_NODE),
                "users", List.of(account)));
    if (answer.isAbout(RestAnswer.UNSPECIFIED)) {
      return false;
    }
    if (answer.isAbout(RestAnswer.NO_SUCH_NODE)) {
      return true;
    }
    throw calls.unreachable(answer);
  }

  @Override
  public Optional<String> create(SlurmReservation wanted) {
    if (find(wanted.name()).isPresent()) {
      return Optional.of(wanted.name() + " is there already");
    }
    return refusal(make(wanted));
  }

  /** Whether or not it is there. */
  RestAnswer make(SlurmReservation wanted) {
    return post(
        Map.of(
            "name", wanted.name(),
            "start_time", start(wanted),
            "end_time", seconds(wanted.schedule().endTime()),
            "node_list", wanted.nodes(),
            "users", wanted.users(),
            "flags", ONLY_IF_THERE_IS_NONE));
  }

  @Override
  public void handOver(String reservation, String account) {
    var answer = post(Map.of("name", reservation, "users", List.of(account)));
    if (!answer.isDone()) {
      throw calls.unreachable(answer);
    }
  }

  /** Slurm lets nobody change the start of what goes on. */
  @Override
  public Optional<String> change(SlurmReservation is, SlurmReservation wanted) {
    var words = new LinkedHashMap<String, Object>();
    words.put("name", wanted.name());
    if (isAhead(is) || isAhead(wanted)) {
      words.put("start_time", start(wanted));
    }
    words.put("end_time", seconds(wanted.schedule().endTime()));
    words.put("node_list", wanted.nodes());
    return refusal(post(words));
  }

  @Override
  public void letOverlap(String reservation) {
    var answer = post(Map.of("name", reservation, "flags", List.of("OVERLAP")));
    if (!answer.isDone() && !answer.isAbout(RestAnswer.GONE)) {
      throw calls.unreachable(answer);
    }
  }

  @Override
  public Optional<String> delete(String reservation) {
    var answer = calls.send("DELETE", "reservation/" + reservation, null);
    return answer.isAbout(RestAnswer.GONE) ? Optional.empty() : refusal(answer);
  }

  @Override
  public void endJobs(String reservation) {
    var answer = calls.send("DELETE", "jobs/", Map.of("reservation", reservation));
    if (!answer.isDone()) {
      throw calls.unreachable(answer);
    }
  }

  private RestAnswer post(Map<String, Object> reservation) {
    return calls.send("POST", "reservation", reservation);
  }

  private Optional<String> refusal(RestAnswer answer) {
    if (answer.isDone()) {
      return Optional.empty();
    }
    if (answer.isRefusal()) {
      return Optional.of(answer.sentence());
    }
    throw calls.unreachable(answer);
  }

  /** Slurm takes no start that is past. */
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
