package org.touchpaper.harc.rm.slurm;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.touchpaper.segment.connection.Schedule;

/** Reads what {@code scontrol -o show} prints, one line for each thing, in UTC (slurm 22.05). */
final class ScontrolText {
  /** Later than any booking, and what an unlimited job's end is taken for. */
  static final Instant END_OF_TIME = Instant.parse("9999-12-31T00:00:00Z");

  private static final Pattern AS_OF = Pattern.compile("(?m)^Configuration data as of (\\S+)");
  private static final Pattern BOOT_TIME = Pattern.compile("(?m)^BOOT_TIME\\s*=\\s*(\\S+)");

  /** What a job that has begun is called; all but the second are what it is doing besides. */
  private static final Set<String> HOLDS_NODES =
      Set.of("RUNNING", "SUSPENDED", "CONFIGURING", "RESIZING", "SIGNALING", "STOPPED");

  private ScontrolText() {}

  static Optional<Instant> bootTime(String config) {
    return firstTime(BOOT_TIME.matcher(config));
  }

  /** When it was printed, by the clock and in the zone of whoever printed it. */
  static Optional<Instant> asOf(String config) {
    return firstTime(AS_OF.matcher(config));
  }

  private static Optional<Instant> firstTime(Matcher matcher) {
    return matcher.find() ? time(matcher.group(1)) : Optional.empty();
  }

  static List<SlurmReservation> reservations(String text) {
    return lines(text, "ReservationName=").map(ScontrolText::reservation).toList();
  }

  private static SlurmReservation reservation(String line) {
    return new SlurmReservation(
        word(line, "ReservationName"),
        hosts(line, "Nodes"),
        during(line),
        list(word(line, "Users")),
        word(line, "State").equals("ACTIVE"),
        Recurrence.of(list(word(line, "Flags"))));
  }

  static List<SlurmNode> nodes(String text) {
    return lines(text, "NodeName=")
        .map(line ->
            new SlurmNode(
                word(line, "NodeName"), list(word(line, "Partitions")), word(line, "State")))
        .toList();
  }

  static List<SlurmJob> runningJobs(String text) {
    return lines(text, "JobId=")
        .filter(line -> HOLDS_NODES.contains(word(line, "JobState")))
        .map(line -> new SlurmJob(word(line, "Reservation"), hosts(line, "NodeList"), during(line)))
        .toList();
  }

  private static Schedule during(String line) {
    return during(time(word(line, "StartTime")), time(word(line, "EndTime")));
  }

  /**
   * When something takes place, each end of it being known or not. Slurm also shows what ends as it
   * begins, such as a reservation that floats (TIME_FLOAT) once it can begin no more before its end
   * (reservation.c, _pack_resv): that takes nothing, and counts for a second.
   */
  static Schedule during(Optional<Instant> start, Optional<Instant> end) {
    var from = start.orElse(Instant.EPOCH);
    var to = end.orElse(END_OF_TIME);
    return new Schedule(from, from.isBefore(to) ? to : from.plusSeconds(1));
  }

  private static Stream<String> lines(String text, String beginning) {
    return text.lines().filter(line -> line.startsWith(beginning));
  }

  private static List<String> hosts(String line, String key) {
    return list(word(line, key)).isEmpty() ? List.of() : HostList.expand(word(line, key));
  }

  private static List<String> list(String word) {
    return word.isEmpty() || word.equals("(null)") ? List.of() : List.of(word.split(","));
  }

  /** The first word of that key; what people write freely, such as a reason, stands last. */
  private static String word(String line, String key) {
    var found = Pattern.compile("(?:^| )" + key + "=(\\S*)").matcher(line);
    return found.find() ? found.group(1) : "";
  }

  private static Optional<Instant> time(String word) {
    try {
      return Optional.of(LocalDateTime.parse(word).toInstant(ZoneOffset.UTC));
    } catch (DateTimeParseException e) {
      return Optional.empty(); // Unknown, None, N/A
    }
  }
}
