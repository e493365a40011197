package org.touchpaper.harc.rm.backend.slurm.client;

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

/** Parses the output of {@code scontrol -o show}, one line per item, in UTC (slurm 22.05). */
public final class ScontrolParser {
  /** Later than any booking; the assumed end of an unlimited job. */
  public static final Instant END_OF_TIME = Instant.parse("9999-12-31T00:00:00Z");

  private static final Pattern AS_OF = Pattern.compile("(?m)^Configuration data as of (\\S+)");
  private static final Pattern BOOT_TIME = Pattern.compile("(?m)^BOOT_TIME\\s*=\\s*(\\S+)");

  /** The states of a job that occupies nodes. CONFIGURING and those after it replace RUNNING. */
  private static final Set<String> HOLDS_NODES =
      Set.of("RUNNING", "SUSPENDED", "CONFIGURING", "RESIZING", "SIGNALING", "STOPPED");

  private ScontrolParser() {}

  static Optional<Instant> bootTime(String config) {
    return firstTime(BOOT_TIME.matcher(config));
  }

  /** When it was printed, by the clock and time zone of the machine that printed it. */
  static Optional<Instant> printedAt(String config) {
    return firstTime(AS_OF.matcher(config));
  }

  private static Optional<Instant> firstTime(Matcher matcher) {
    return matcher.find() ? time(matcher.group(1)) : Optional.empty();
  }

  static List<SlurmReservation> reservations(String text) {
    return lines(text, "ReservationName=").map(ScontrolParser::reservation).toList();
  }

  private static SlurmReservation reservation(String line) {
    return new SlurmReservation(
        field(line, "ReservationName"),
        hosts(line, "Nodes"),
        during(line),
        list(field(line, "Users")),
        field(line, "State").equals("ACTIVE"),
        Recurrence.of(list(field(line, "Flags"))));
  }

  static List<SlurmNode> nodes(String text) {
    return lines(text, "NodeName=")
        .map(line ->
            new SlurmNode(
                field(line, "NodeName"), list(field(line, "Partitions")), field(line, "State")))
        .toList();
  }

  static List<SlurmJob> runningJobs(String text) {
    return lines(text, "JobId=")
        .filter(line -> HOLDS_NODES.contains(field(line, "JobState")))
        .map(
            line -> new SlurmJob(field(line, "Reservation"), hosts(line, "NodeList"), during(line)))
        .toList();
  }

  private static Schedule during(String line) {
    return during(time(field(line, "StartTime")), time(field(line, "EndTime")));
  }

  /**
   * A schedule whose start and end may be unknown. Slurm also shows reservations that end as they
   * start, such as a floating one (TIME_FLOAT) that can no longer start before its end
   * (reservation.c, _pack_resv). These occupy nothing, and count as one second.
   */
  static Schedule during(Optional<Instant> start, Optional<Instant> end) {
    var from = start.orElse(Instant.EPOCH);
    var to = end.orElse(END_OF_TIME);
    return new Schedule(from, from.isBefore(to) ? to : from.plusSeconds(1));
  }

  private static Stream<String> lines(String text, String prefix) {
    return text.lines().filter(line -> line.startsWith(prefix));
  }

  private static List<String> hosts(String line, String key) {
    return list(field(line, key)).isEmpty() ? List.of() : HostListParser.expand(field(line, key));
  }

  private static List<String> list(String value) {
    return value.isEmpty() || value.equals("(null)") ? List.of() : List.of(value.split(","));
  }

  /** The first value of that key; free text, such as a reason, is at the end of a line. */
  private static String field(String line, String key) {
    var matcher = Pattern.compile("(?:^| )" + key + "=(\\S*)").matcher(line);
    return matcher.find() ? matcher.group(1) : "";
  }

  private static Optional<Instant> time(String value) {
    try {
      return Optional.of(LocalDateTime.parse(value).toInstant(ZoneOffset.UTC));
    } catch (DateTimeParseException e) {
      return Optional.empty(); // Unknown, None, N/A
    }
  }
}
