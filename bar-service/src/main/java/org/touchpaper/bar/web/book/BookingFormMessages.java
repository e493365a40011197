package org.touchpaper.bar.web.book;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.util.StringUtils;
import org.touchpaper.platform.problem.FieldViolation;
import org.touchpaper.segment.connection.Refusal;

/**
 * What services say about a request, for people: with the labels of the form and times in its zone,
 * and without words of the API.
 */
public final class BookingFormMessages {

  private static final String ISO = "(-?\\+?\\d{4,10}-\\d\\d-\\d\\dT[0-9:.]+Z)";
  private static final Pattern PERIOD =
      Pattern.compile(",? (?:from|between) " + ISO + " (?:to|and) " + ISO);
  private static final Pattern INSTANT = Pattern.compile(ISO);
  private static final Pattern ISO_DURATION = Pattern.compile("\\bP(?:T?[0-9.]+[DHMS])+");

  private final FormTimeFormatter times;

  BookingFormMessages(FormTimeFormatter times) {
    this.times = times;
  }

  /** Messages with times in a zone. */
  public static BookingFormMessages in(ZoneId zone) {
    return new BookingFormMessages(new FormTimeFormatter(zone));
  }

  static String ofText(String rule) {
    return switch (rule) {
      case "at-most-200" -> "Enter at most 200 characters.";
      case "one-line" ->
          "Enter one line, without control characters or marks that change the direction of text.";
      default -> "This contains a character that cannot be stored.";
    };
  }

  String of(FieldViolation violation) {
    return switch (violation.rule()) {
      case "not-in-the-past" -> "This time is in the past. Leave it empty to start now.";
      case "after-start" ->
          violation.field().endsWith("notAfter")
              ? "This must be later than “Not before”, which means now if it is empty."
              : "The end must be later than the start.";
      case "within-horizon" -> "This is more than 366 days ahead. Choose an earlier time.";
      case "fits-the-window" ->
          "This is longer than the time between “Not before” and “Finish by”.";
      case "at-least-1" -> "Enter 1 or more.";
      case "known-cluster" -> "This cluster is not known here. Choose one from the list.";
      case "known-host" -> "This host is not known here. Choose one from the list.";
      case "known-facility", "known-unit" -> "This is not known here. Choose from the list.";
      case "two-ends" -> "Choose two different hosts.";
      case "not-empty" -> "Choose a lightpath, a cluster, or both.";
      case "acceptors" -> "This site cannot book here: it has no acceptors. Ask its administrator.";
      case "network-rm" ->
          "This site does not book lightpaths together with nodes. Use the reservations browser of"
              + " the campus at the other end.";
      case "at-home" ->
          "Neither end is at this campus. Use the reservations browser of a campus at one of the"
              + " ends"
              + (violation.bar() == null ? "." : ": " + violation.bar());
      case "at-most-200", "one-line", "unicode" -> ofText(violation.rule());
      case "1-to-255-characters", "visible-ascii" ->
          "This form is damaged, so nothing was booked. It has been repaired; choose Book again.";
      case "required" -> requiredArgument(violation.message());
      default -> sentence(violation.message());
    };
  }

  /** {@code pore needs box=VALUE: length of the box}. */
  private static String requiredArgument(String message) {
    return message.replaceFirst("^(.*) needs (.*)=VALUE: (.*)$", "$1 needs a value of $2: $3.");
  }

  /**
   * A refusal.
   *
   * @param host the form's name of the host that refuses; empty if it is another resource
   */
  String of(Refusal refusal, String host) {
    var reason = refusal.reason();
    return sentence(
        host.isEmpty() || refusal.resource().isEmpty()
            ? reason
            : reason.replaceFirst(
                "\\b" + Pattern.quote(refusal.resource()) + "(?: at .*?)?(?= has | takes | is |$)",
                host));
  }

  /** Any message as a sentence. */
  String sentence(String message) {
    var text = words(message);
    return (startsWithName(text) ? text : StringUtils.capitalize(text))
        + (text.matches(".*[.:!?]$") ? "" : ".");
  }

  /** Any message, or part of one, in the words and the zone of the form. */
  public String words(String message) {
    var text = PERIOD.matcher(message).replaceAll(this::period);
    text = INSTANT.matcher(text).replaceAll(this::instant);
    text = ISO_DURATION.matcher(text).replaceAll(BookingFormMessages::duration);
    return text.replaceAll(
            "\\bhas (?:only )?0 Mbit/s free(.*); (\\d+) needed",
            "has no free capacity$1; you asked for $2 Mbit/s")
        .replaceAll("\\bhas (?:only )?0 (?:of \\d+ )?(\\S+) free", "has no free $1")
        .replaceAll("; (\\d+) (?:requested|needed)", "; you asked for $1")
        .replaceAll("; requested:? (\\d+)", "; you asked for $1")
        .replaceAll("\\bbandwidthMbps\\b", "the bandwidth")
        .replaceAll("\\bstartTime\\b", "the start")
        .replaceAll("\\bendTime\\b", "the end")
        .replaceAll("\\bnotBefore\\b", "the earliest start")
        .replaceAll("\\bnotAfter\\b", "the latest end");
  }

  /** Names of clusters and hosts stay as they are. */
  private static boolean startsWithName(String text) {
    return text.matches("\\S+ (?:has|takes|runs|needs|of|is listed)\\b.*");
  }

  private String period(MatchResult found) {
    try {
      return Matcher.quoteReplacement(
          ", " + times.text(Instant.parse(found.group(1)), Instant.parse(found.group(2))));
    } catch (DateTimeException _) {
      return Matcher.quoteReplacement(found.group());
    }
  }

  private String instant(MatchResult found) {
    try {
      return Matcher.quoteReplacement(times.text(Instant.parse(found.group(1))));
    } catch (DateTimeException _) {
      return Matcher.quoteReplacement(found.group());
    }
  }

  private static String duration(MatchResult found) {
    try {
      return FormDurationParser.format(Duration.parse(found.group()));
    } catch (DateTimeException _) {
      return Matcher.quoteReplacement(found.group());
    }
  }
}
