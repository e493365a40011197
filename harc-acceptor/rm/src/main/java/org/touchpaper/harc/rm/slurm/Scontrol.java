package org.touchpaper.harc.rm.slurm;

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
import org.touchpaper.harc.rm.local.SchedulerUnreachable;
import org.touchpaper.harc.rm.slurm.SlurmCommands.Said;

/** Slurm through its own command, one process for each question (slurm 22.05, scontrol(1)). */
final class Scontrol implements SlurmController {
  /** What slurmctld itself says when it will not; anything else may be a mere lack of answer. */
  private static final Pattern REFUSAL =
      Pattern.compile(
          "overlaps with another reservation|nodes are busy|node configuration is not available"
              + "|Duplicate reservation name|Invalid (time|node name|user id|partition)"
              + "|Unspecified error|reservation is in use");

  /** How it is said that there is no such account; the second from 25.05 on. */
  private static final Pattern NO_ACCOUNT = Pattern.compile("Invalid user id|Unspecified error");

  /** No zone is nearer to UTC than that, but for UTC itself. */
  private static final Duration NEAREST_ZONE = Duration.ofMinutes(15);

  /** What it says of a reservation that is not there, asked to change it. */
  private static final String GONE = "Requested reservation is invalid";

  /** The same, asked to show it. */
  private static final String NOT_FOUND = " not found";

  /** No node can be called that, so that what is asked with it can never be made. */
  private static final String NO_NODE = "touchpaper_asks_for_the_account";

  private final SlurmCommands commands;
  private final Clock clock;
  private final Silence silence = new Silence();

  Scontrol(SlurmCommands commands, Clock clock) {
    this.commands = commands;
    this.clock = clock;
  }

  @Override
  public Optional<String> trouble() {
    return silence.trouble();
  }

  @Override
  public Instant bootTime() {
    var config = show("show", "config");
    var asOf =
        ScontrolText.asOf(config)
            .orElseThrow(() -> unintelligible("show config", "it does not tell its own time"));
    refuseAnotherZone(asOf);
    return ScontrolText.bootTime(config)
        .orElseThrow(() -> unintelligible("show config", "it tells no BOOT_TIME"));
  }

  /** A script in between may have lost the zone that we ask for. */
  private void refuseAnotherZone(Instant asOf) {
    var now = clock.instant();
    if (Duration.between(asOf, now).abs().compareTo(NEAREST_ZONE) >= 0) {
      throw unintelligible(
          "show config",
          "it prints "
              + asOf
              + " where it is "
              + now
              + " here: its clock is wrong, or what runs it (touchpaper.rm.slurm.scontrol) does not"
              + " hand on TZ=UTC");
    }
  }

  @Override
  public List<SlurmNode> listNodes() {
    return read(ScontrolText::nodes, "-o", "show", "nodes");
  }

  @Override
  public List<SlurmReservation> listReservations() {
    return read(ScontrolText::reservations, "-o", "show", "reservations");
  }

  @Override
  public Optional<SlurmReservation> find(String reservation) {
    var said = scontrol("-o", "show", "reservation", reservation);
    if (!said.isDone() && said.text().contains("Reservation " + reservation + NOT_FOUND)) {
      return Optional.empty();
    }
    return read(ScontrolText::reservations, done(said)).stream()
        .filter(found -> found.name().equals(reservation))
        .findFirst();
  }

  @Override
  public List<SlurmJob> listRunningJobs() {
    return read(ScontrolText::runningJobs, "-o", "show", "jobs");
  }

  /** Asks for what cannot be made: Slurm looks at the account before it looks at the nodes. */
  @Override
  public boolean knowsAccount(String account) {
    var said =
        scontrol(
            "create",
            "reservation",
            "StartTime=now",
            "Duration=1",
            "Nodes=" + NO_NODE,
            "Users=" + account);
    if (NO_ACCOUNT.matcher(said.text()).find()) {
      return false;
    }
    if (said.text().contains("Invalid node name")) {
      return true;
    }
    throw unintelligible(said.line(), said.text());
  }

  @Override
  public Optional<String> create(SlurmReservation wanted) {
    return refusal(
        scontrol(
            "create",
            "reservation",
            "ReservationName=" + wanted.name(),
            start(wanted),
            "EndTime=" + text(wanted.schedule().endTime()),
            "Nodes=" + String.join(",", wanted.nodes()),
            "Users=" + String.join(",", wanted.users())));
  }

  @Override
  public void handOver(String reservation, String account) {
    done(scontrol("update", "ReservationName=" + reservation, "Users=" + account));
  }

  /** Slurm lets nobody change the start of what goes on. */
  @Override
  public Optional<String> change(SlurmReservation is, SlurmReservation wanted) {
    var words = new ArrayList<>(List.of("update", "ReservationName=" + wanted.name()));
    if (isAhead(is) || isAhead(wanted)) {
      words.add(start(wanted));
    }
    words.add("EndTime=" + text(wanted.schedule().endTime()));
    words.add("Nodes=" + String.join(",", wanted.nodes()));
    return refusal(scontrol(words.toArray(String[]::new)));
  }

  /** Slurm takes no start that is past. */
  private String start(SlurmReservation wanted) {
    return "StartTime=" + (isAhead(wanted) ? text(wanted.schedule().startTime()) : "now");
  }

  private boolean isAhead(SlurmReservation reservation) {
    return reservation.schedule().startTime().isAfter(clock.instant());
  }

  @Override
  public void letOverlap(String reservation) {
    var said = scontrol("update", "ReservationName=" + reservation, "Flags+=OVERLAP");
    if (!said.text().contains(GONE)) {
      done(said);
    }
  }

  @Override
  public Optional<String> delete(String reservation) {
    var said = scontrol("delete", "ReservationName=" + reservation);
    return said.text().contains(GONE) ? Optional.empty() : refusal(said);
  }

  @Override
  public void endJobs(String reservation) {
    done(run(commands.scancel(), List.of("--reservation=" + reservation)));
  }

  private static String text(Instant second) {
    return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(
        LocalDateTime.ofInstant(second, ZoneOffset.UTC));
  }

  private Optional<String> refusal(Said said) {
    if (said.isDone()) {
      return Optional.empty();
    }
    if (REFUSAL.matcher(said.text()).find()) {
      return Optional.of(said.firstLine());
    }
    throw unintelligible(said.line(), said.text());
  }

  private <T> T read(Function<String, T> reader, String... words) {
    return read(reader, done(scontrol(words)));
  }

  private <T> T read(Function<String, T> reader, Said said) {
    try {
      return reader.apply(said.text());
    } catch (UnreadableText e) {
      throw unintelligible(said.line(), String.valueOf(e.getMessage()));
    }
  }

  private String show(String... words) {
    return done(scontrol(words)).text();
  }

  private Said done(Said said) {
    if (!said.isDone()) {
      throw unintelligible(said.line(), said.text());
    }
    return said;
  }

  private Said scontrol(String... words) {
    return run(commands.scontrol(), List.of(words));
  }

  private Said run(List<String> program, List<String> words) {
    return silence.ask(() -> runNow(program, words));
  }

  /** A slurmctld that is away is told of by the command, after some seconds. */
  private Said runNow(List<String> program, List<String> words) {
    try {
      var said = commands.run(program, words);
      if (!isAnswer(said)) {
        throw unreachable(said.line(), said.text());
      }
      silence.end();
      return said;
    } catch (IOException e) {
      throw unreachable(
          String.join(" ", program) + " " + String.join(" ", words),
          String.valueOf(e.getMessage()));
    }
  }

  private static boolean isAnswer(Said said) {
    return said.isDone()
        || said.text().contains(GONE)
        || said.text().contains(NOT_FOUND)
        || REFUSAL.matcher(said.text()).find();
  }

  private SchedulerUnreachable unreachable(String line, String text) {
    return silence.begin(sentence(line, text), new IOException(text));
  }

  private SchedulerUnreachable unintelligible(String line, String text) {
    return silence.unintelligible(sentence(line, text), new IOException(text));
  }

  private static String sentence(String line, String text) {
    return line + ": " + (text.isBlank() ? "no answer" : text.lines().findFirst().orElse(""));
  }
}
