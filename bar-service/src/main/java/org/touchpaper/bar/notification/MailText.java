package org.touchpaper.bar.notification;

import java.net.URI;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.event.EventType;

/**
 * The words of a mail: plain text that says what happened, to which booking, and what to do.
 *
 * @param subject one line without control characters
 */
record MailText(String subject, String text) {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMM yyyy HH:mm:ss 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);
  private static final int MAX_TITLE_LENGTH = 80;
  private static final int MAX_REASON_LENGTH = 1000;

  /** What a mail is about. */
  record Subject(
      NotificationKind kind,
      EventType type,
      String booking,
      String description,
      String owner,
      @Nullable Instant start,
      @Nullable Instant end,
      @Nullable String by,
      @Nullable String reason) {}

  /**
   * Writes a mail.
   *
   * @param bar the address of the BAR's pages
   */
  static MailText of(Subject about, URI bar) {
    var description = oneLine(about.description(), MAX_TITLE_LENGTH);
    var title = description.isEmpty() ? "Booking " + about.booking() : description;
    var text = new StringBuilder();
    text.append(title).append(' ').append(whatHappened(about)).append("\n\n");
    addLine(text, "From", about.start() == null ? null : TIME.format(about.start()));
    addLine(text, "Until", about.end() == null ? null : TIME.format(about.end()));
    addLine(text, "Booked by", oneLine(about.owner(), MAX_TITLE_LENGTH));
    addLine(text, "Reason", about.reason());
    text.append('\n').append(whatToDo(about)).append("\n\n");
    text.append(link(bar, "/bookings/" + about.booking())).append("\n\n-- \n");
    text.append("You chose to receive this mail. To change that: ");
    text.append(link(bar, "/notifications")).append('\n');
    return new MailText(headline(about) + ": " + title, text.toString());
  }

  /** Writes a mail that shows whether mail arrives. */
  static MailText test(URI bar) {
    return new MailText(
        "Test mail from Touchpaper",
        "Mail from Touchpaper arrives at this address. Nothing else happened.\n\n"
            + link(bar, "/notifications")
            + "\n");
  }

  private static void addLine(StringBuilder text, String name, @Nullable String value) {
    if (value != null && !value.isBlank()) {
      text.append("%-11s".formatted(name + ":"));
      text.append(oneLine(value, MAX_REASON_LENGTH)).append('\n');
    }
  }

  private static String headline(Subject about) {
    return switch (about.kind()) {
      case ABOUT_TO_START -> "Starts soon";
      case STARTED -> "Started";
      case ENDED -> "Ended";
      case FAILED -> about.type() == EventType.FAILED ? "Failed" : "Problem";
      case CHANGED_BY_OTHERS -> about.type() == EventType.CANCELLED ? "Cancelled" : "Changed";
    };
  }

  private static String whatHappened(Subject about) {
    return switch (about.kind()) {
      case ABOUT_TO_START -> "is about to start.";
      case STARTED -> "has started. All of its parts are up.";
      case ENDED -> "has ended.";
      case FAILED ->
          about.type() == EventType.FAILED ? "has failed." : "has a problem, and is still booked.";
      case CHANGED_BY_OTHERS ->
          (about.type() == EventType.CANCELLED ? "was cancelled by " : "was changed by ")
              + oneLine(String.valueOf(about.by()), MAX_TITLE_LENGTH)
              + ".";
    };
  }

  private static String whatToDo(Subject about) {
    return switch (about.kind()) {
      case ABOUT_TO_START ->
          "Prepare the hosts: the page of the booking says how to use the lightpath and the nodes.";
      case STARTED -> "You can use it now. The page of the booking says how.";
      case ENDED -> "Its resources are being freed. You can book the same again on its page.";
      case FAILED ->
          about.type() == EventType.FAILED
              ? "What it held is being freed. Correct the cause if you can, then book again."
              : "Touchpaper keeps trying. The page of the booking shows what is affected.";
      case CHANGED_BY_OTHERS -> "Look at the page of the booking, and ask that person if in doubt.";
    };
  }

  private static String link(URI bar, String path) {
    return bar.toString().replaceAll("/+$", "") + path;
  }

  /** Without line breaks and other control or formatting characters, and not too long. */
  static String oneLine(String text, int maxLength) {
    var line = text.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Zl}\\p{Zp}]+", " ").strip();
    return line.length() <= maxLength ? line : line.substring(0, end(line, maxLength - 1)) + "…";
  }

  /** Never between the two halves of a character. */
  private static int end(String line, int length) {
    return Character.isHighSurrogate(line.charAt(length - 1)) ? length - 1 : length;
  }
}
