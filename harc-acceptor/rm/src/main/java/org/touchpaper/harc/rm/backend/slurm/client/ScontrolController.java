package org.touchpaper.harc.rm.backend.slurm.client;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmCommands.CommandResult;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;

/** Access to Slurm through scontrol, one process for each request (slurm 22.05, scontrol(1)). */
public final class ScontrolController implements SlurmController {
  /** Refusals by slurmctld itself; any other error may mean that it did not answer. */
  private static final Pattern REFUSAL =
      Pattern.compile(
          "overlaps with another reservation|nodes are busy|node configuration is not available"
              + "|Duplicate reservation name|Invalid (time|node name|user id|partition)"
              + "|Unspecified error|reservation is in use");

  /** Errors for an unknown account; the second from 25.05 on. */
  private static final Pattern NO_ACCOUNT = Pattern.compile("Invalid user id|Unspecified error");

  /** Below the smallest difference between UTC and another time zone. */
  private static final Duration MAX_CLOCK_DIFFERENCE = Duration.ofMinutes(15);

  /** The error for a change of a reservation that does not exist. */
  private static final String RESERVATION_INVALID = "Requested reservation is invalid";

  /** The error for showing one that does not exist. */
  private static final String NOT_FOUND = " not found";

  /** A node name that cannot exist, so that a request with it has no effect. */
  private static final String IMPOSSIBLE_NODE = "touchpaper_asks_for_the_account";

  private final SlurmCommands commands;
  private final Clock clock;
  private final SlurmCircuitBreaker circuitBreaker = new SlurmCircuitBreaker();

  public ScontrolController(SlurmCommands commands, Clock clock) {
    this.commands = commands;
    this.clock = clock;
  }

  @Override
  public Optional<String> problem() {
    return circuitBreaker.problem();
  }

  @Override
  public Instant bootTime() {
    var config = show("show", "config");
    var asOf =
        ScontrolParser.printedAt(config)
            .orElseThrow(() -> invalidAnswer("show config", "the output has no time"));
    requireUtc(asOf);
    return ScontrolParser.bootTime(config)
        .orElseThrow(() -> invalidAnswer("show config", "the output has no BOOT_TIME"));
  }

  /** Detects a wrapper script that drops the requested time zone. */
  private void requireUtc(Instant asOf) {
    var now = clock.instant();
    if (Duration.between(asOf, now).abs().compareTo(MAX_CLOCK_DIFFERENCE) >= 0) {
      throw invalidAnswer(
          "show config",
          "it printed "
              + asOf
              + ", but the time here is "
              + now
              + ": its clock is wrong, or the command (touchpaper.rm.slurm.scontrol) does not pass"
              + " TZ=UTC on");
    }
  }

  @Override
  public List<SlurmNode> listNodes() {
    return read(ScontrolParser::nodes, "-o", "show", "nodes");
  }

  @Override
  public List<SlurmReservation> listReservations() {
    return read(ScontrolParser::reservations, "-o", "show", "reservations");
  }

  @Override
  public Optional<SlurmReservation> find(String reservation) {
    var result = scontrol("-o", "show", "reservation", reservation);
    if (!result.isSuccess() && result.output().contains("Reservation " + reservation + NOT_FOUND)) {
      return Optional.empty();
    }
    return read(ScontrolParser::reservations, requireSuccess(result)).stream()
        .filter(candidate -> candidate.name().equals(reservation))
        .findFirst();
  }

  @Override
  public List<SlurmJob> listRunningJobs() {
    return read(ScontrolParser::runningJobs, "-o", "show", "jobs");
  }

  /** Requests an impossible reservation: Slurm checks the account before the nodes. */
  @Override
  public boolean knowsAccount(String account) {
    var result =
        scontrol(
            "create",
            "reservation",
            "StartTime=now",
            "Duration=1",
            "Nodes=" + IMPOSSIBLE_NODE,
            "Users=" + account);
    if (NO_ACCOUNT.matcher(result.output()).find()) {
      return false;
    }
    if (result.output().contains("Invalid node name")) {
      return true;
    }
    throw invalidAnswer(result.commandLine(), result.output());
  }

  @Override
  public Optional<String> create(SlurmReservation wanted) {
    return create(wanted, List.of());
  }

  @Override
  public Optional<String> createBesideJobs(SlurmReservation wanted) {
    return create(wanted, List.of("Flags=IGNORE_JOBS"));
  }

  private Optional<String> create(SlurmReservation wanted, List<String> more) {
    var arguments =
        new ArrayList<>(
            List.of(
                "create",
                "reservation",
                "ReservationName=" + wanted.name(),
                start(wanted),
                "EndTime=" + text(wanted.schedule().endTime()),
                "Nodes=" + String.join(",", wanted.nodes()),
                "Users=" + String.join(",", wanted.users())));
    arguments.addAll(more);
    return refusal(scontrol(arguments.toArray(String[]::new)));
  }

  @Override
  public void handOver(String reservation, String account) {
    requireSuccess(scontrol("update", "ReservationName=" + reservation, "Users=" + account));
  }

  /** Slurm does not change the start of an active reservation. */
  @Override
  public Optional<String> change(SlurmReservation current, SlurmReservation wanted) {
    var arguments = new ArrayList<>(List.of("update", "ReservationName=" + wanted.name()));
    if (isAhead(current) || isAhead(wanted)) {
      arguments.add(start(wanted));
    }
    arguments.add("EndTime=" + text(wanted.schedule().endTime()));
    arguments.add("Nodes=" + String.join(",", wanted.nodes()));
    arguments.add("Flags+=IGNORE_JOBS");
    return refusal(scontrol(arguments.toArray(String[]::new)));
  }

  /** Slurm rejects a start in the past. */
  private String start(SlurmReservation wanted) {
    return "StartTime=" + (isAhead(wanted) ? text(wanted.schedule().startTime()) : "now");
  }

  private boolean isAhead(SlurmReservation reservation) {
    return reservation.schedule().startTime().isAfter(clock.instant());
  }

  @Override
  public void allowOverlap(String reservation) {
    var result = scontrol("update", "ReservationName=" + reservation, "Flags+=OVERLAP");
    if (!result.output().contains(RESERVATION_INVALID)) {
      requireSuccess(result);
    }
  }

  @Override
  public Optional<String> delete(String reservation) {
    var result = scontrol("delete", "ReservationName=" + reservation);
    return result.output().contains(RESERVATION_INVALID) ? Optional.empty() : refusal(result);
  }

  @Override
  public void endJobs(String reservation) {
    requireSuccess(run(commands.scancel(), List.of("--reservation=" + reservation)));
  }

  private static String text(Instant second) {
    return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(
        LocalDateTime.ofInstant(second, ZoneOffset.UTC));
  }

  private Optional<String> refusal(CommandResult result) {
    if (result.isSuccess()) {
      return Optional.empty();
    }
    if (REFUSAL.matcher(result.output()).find()) {
      return Optional.of(result.firstLine());
    }
    throw invalidAnswer(result.commandLine(), result.output());
  }

  private <T> T read(Function<String, T> parser, String... arguments) {
    return read(parser, requireSuccess(scontrol(arguments)));
  }

  private <T> T read(Function<String, T> parser, CommandResult result) {
    try {
      return parser.apply(result.output());
    } catch (UnparsableOutputException e) {
      throw invalidAnswer(result.commandLine(), String.valueOf(e.getMessage()));
    }
  }

  private String show(String... arguments) {
    return requireSuccess(scontrol(arguments)).output();
  }

  private CommandResult requireSuccess(CommandResult result) {
    if (!result.isSuccess()) {
      throw invalidAnswer(result.commandLine(), result.output());
    }
    return result;
  }

  private CommandResult scontrol(String... arguments) {
    return run(commands.scontrol(), List.of(arguments));
  }

  private CommandResult run(List<String> program, List<String> arguments) {
    return circuitBreaker.execute(() -> runDirectly(program, arguments));
  }

  /** Runs a command. It reports an unreachable slurmctld itself, after some seconds. */
  private CommandResult runDirectly(List<String> program, List<String> arguments) {
    try {
      var result = commands.run(program, arguments);
      if (!isAnswer(result)) {
        throw unreachable(result.commandLine(), result.output());
      }
      circuitBreaker.recordSuccess();
      return result;
    } catch (IOException e) {
      throw unreachable(
          String.join(" ", program) + " " + String.join(" ", arguments),
          String.valueOf(e.getMessage()));
    }
  }

  private static boolean isAnswer(CommandResult result) {
    return result.isSuccess()
        || result.output().contains(RESERVATION_INVALID)
        || result.output().contains(NOT_FOUND)
        || REFUSAL.matcher(result.output()).find();
  }

  private SchedulerUnreachableException unreachable(String line, String text) {
    return circuitBreaker.recordFailure(message(line, text), new IOException(text));
  }

  private SchedulerUnreachableException invalidAnswer(String line, String text) {
    return circuitBreaker.recordInvalidAnswer(message(line, text), new IOException(text));
  }

  private static String message(String line, String text) {
    return line + ": " + (text.isBlank() ? "no answer" : text.lines().findFirst().orElse(""));
  }
}
