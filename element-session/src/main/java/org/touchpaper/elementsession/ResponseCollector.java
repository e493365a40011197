package org.touchpaper.elementsession;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.touchpaper.elementsession.Tl1Outcome.Completed;
import org.touchpaper.elementsession.Tl1Outcome.Denied;
import org.touchpaper.elementsession.Tl1Outcome.NotSent;
import org.touchpaper.elementsession.Tl1Outcome.Partial;
import org.touchpaper.elementsession.Tl1Outcome.Unknown;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.Compld;
import org.touchpaper.tl1.message.Delay;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.Prtl;
import org.touchpaper.tl1.message.Response;
import org.touchpaper.tl1.message.Rtrv;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.TextBlock;

/** Collects the response to one command; {@code accept} returns an outcome once it is complete. */
final class ResponseCollector {

  private static final int MAX_SIZE = 20_000_000;

  /** Denial texts are truncated, because they reach logs, databases and pages. */
  private static final int MAX_DENIAL_TEXT_LENGTH = 4_000;

  /** The memory cost of an empty row. */
  private static final int ROW_OVERHEAD = 48;

  /** The element did not carry the command out. */
  static final NotSent BUSY = new NotSent("the element is busy (RL)");

  private final boolean isRead;
  private final List<String> rows = new ArrayList<>();
  private final List<String> comments = new ArrayList<>();
  private int size;

  /** From the first segment that states one. */
  private String errorCode = "";

  private boolean hasDenial;
  private boolean hasSuccess;

  /**
   * @param isRead true for a command that changes nothing
   */
  ResponseCollector(boolean isRead) {
    this.isRead = isRead;
  }

  Optional<Tl1Outcome> accept(Acknowledgement acknowledgement) {
    return switch (acknowledgement.code()) {
      case IP, PF, OK -> Optional.empty();
      case NA ->
          Optional.of(new Unknown("acknowledged NA: initiation and execution are uncertain"));
      case NG -> Optional.of(new Denied("NG", "conflicts with the element's state"));
      case RL -> Optional.of(BUSY);
    };
  }

  Optional<Tl1Outcome> accept(Response response) {
    if (response instanceof Delay) {
      return Optional.of(new Unknown("queued by the element (DELAY)"));
    }
    if (response.terminator() == Terminator.MISSING) {
      return Optional.of(
          new Unknown("incomplete answer: another message began, or the answer was too long"));
    }
    addText(response.text());
    if (size > MAX_SIZE) {
      return Optional.of(new Unknown("the answer exceeds " + MAX_SIZE + " characters"));
    }
    recordResult(response);
    return response.isLast() ? Optional.of(finalOutcome(response)) : Optional.empty();
  }

  private void recordResult(Response response) {
    switch (response) {
      case Compld _, Rtrv _ -> hasSuccess |= !isRead || !response.text().rows().isEmpty();
      case Prtl _ -> {
        hasSuccess = true;
        hasDenial = true;
      }
      case Deny deny -> {
        hasDenial = true;
        errorCode = errorCode.isEmpty() && deny.errorCode() != null ? deny.errorCode() : errorCode;
      }
      case Delay _ -> throw new IllegalStateException("DELAY is handled in accept: " + response);
    }
  }

  private void addText(TextBlock text) {
    for (var row : text.rows()) {
      size += row.length() + ROW_OVERHEAD;
      rows.add(row);
    }
    for (var comment : text.comments()) {
      size += comment.length() + ROW_OVERHEAD;
      comments.add(comment);
    }
  }

  private Tl1Outcome finalOutcome(Response response) {
    return switch (response) {
      case Compld _, Prtl _, Deny _ -> outcome();
      case Delay _, Rtrv _ ->
          throw new IllegalStateException("cannot be the last segment: " + response);
    };
  }

  /**
   * A response with denied and other segments is partial; a denied read without rows is a denial.
   * For a write, a segment without rows may report success.
   */
  private Tl1Outcome outcome() {
    if (!hasDenial) {
      return new Completed(List.copyOf(rows), List.copyOf(comments));
    }
    return hasSuccess
        ? new Partial(List.copyOf(rows), commentsWithErrorCode())
        : new Denied(errorCode, denialText());
  }

  private List<String> commentsWithErrorCode() {
    var remarks = new ArrayList<>(comments);
    if (!errorCode.isEmpty()) {
      remarks.addFirst(errorCode);
    }
    return List.copyOf(remarks);
  }

  private String denialText() {
    var text = Stream.concat(rows.stream(), comments.stream()).collect(Collectors.joining("; "));
    return text.length() <= MAX_DENIAL_TEXT_LENGTH
        ? text
        : text.substring(0, MAX_DENIAL_TEXT_LENGTH)
            + " … %d more characters".formatted(text.length() - MAX_DENIAL_TEXT_LENGTH);
  }
}
