package org.touchpaper.tl1.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.Compld;
import org.touchpaper.tl1.message.Delay;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.Prtl;
import org.touchpaper.tl1.message.Response;
import org.touchpaper.tl1.message.Rtrv;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.Text;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.Denied;
import org.touchpaper.tl1.session.Tl1Outcome.NotSent;
import org.touchpaper.tl1.session.Tl1Outcome.Partial;
import org.touchpaper.tl1.session.Tl1Outcome.Unknown;

/** The answer to one command as it comes in; no outcome yet is an empty one. */
final class Exchange {

  private static final int SIZE_LIMIT = 20_000_000;

  /** Of a denial's words, which travel far: into logs, books and pages. */
  private static final int WORDS_LIMIT = 4_000;

  /** What a row of no length costs. */
  private static final int ROW_OVERHEAD = 48;

  /** Given back: it was not carried out. */
  static final NotSent BUSY = new NotSent("the element is busy (RL)");

  private final boolean isRead;
  private final List<String> rows = new ArrayList<>();
  private final List<String> comments = new ArrayList<>();
  private int size;

  /** Of whichever segment gave the first one. */
  private String errorCode = "";

  private boolean someDenied;
  private boolean someDone;

  /** To a command that only asks, if it is a read. */
  Exchange(boolean isRead) {
    this.isRead = isRead;
  }

  Optional<Tl1Outcome> on(Acknowledgement acknowledgement) {
    return switch (acknowledgement.code()) {
      case IP, PF, OK -> Optional.empty();
      case NA ->
          Optional.of(new Unknown("acknowledged NA: initiation and execution are uncertain"));
      case NG -> Optional.of(new Denied("NG", "conflicts with the element's present state"));
      case RL -> Optional.of(BUSY);
    };
  }

  Optional<Tl1Outcome> on(Response response) {
    if (response instanceof Delay) {
      return Optional.of(new Unknown("queued by the element (DELAY)"));
    }
    if (response.terminator() == Terminator.MISSING) {
      return Optional.of(
          new Unknown("the answer broke off: another message began, or it was too long"));
    }
    add(response.text());
    if (size > SIZE_LIMIT) {
      return Optional.of(new Unknown("the answer is longer than " + SIZE_LIMIT));
    }
    note(response);
    return response.isLast() ? Optional.of(last(response)) : Optional.empty();
  }

  private void note(Response response) {
    switch (response) {
      case Compld _, Rtrv _ -> someDone |= !isRead || !response.text().rows().isEmpty();
      case Prtl _ -> {
        someDone = true;
        someDenied = true;
      }
      case Deny deny -> {
        someDenied = true;
        errorCode = errorCode.isEmpty() && deny.errorCode() != null ? deny.errorCode() : errorCode;
      }
      case Delay _ -> throw new IllegalStateException("known by now: " + response);
    }
  }

  private void add(Text text) {
    for (var row : text.rows()) {
      size += row.length() + ROW_OVERHEAD;
      rows.add(row);
    }
    for (var comment : text.comments()) {
      size += comment.length() + ROW_OVERHEAD;
      comments.add(comment);
    }
  }

  private Tl1Outcome last(Response response) {
    return switch (response) {
      case Compld _, Prtl _, Deny _ -> outcome();
      case Delay _, Rtrv _ -> throw new IllegalStateException("never the last: " + response);
    };
  }

  /**
   * An answer that was denied in one segment and not in another was carried out in part; but a read
   * of which there is no row was not. A write's segment without rows may tell of what was done.
   */
  private Tl1Outcome outcome() {
    if (!someDenied) {
      return new Completed(List.copyOf(rows), List.copyOf(comments));
    }
    return someDone ? new Partial(List.copyOf(rows), remarks()) : new Denied(errorCode, words());
  }

  private List<String> remarks() {
    var all = new ArrayList<>(comments);
    if (!errorCode.isEmpty()) {
      all.addFirst(errorCode);
    }
    return List.copyOf(all);
  }

  private String words() {
    var all = Stream.concat(rows.stream(), comments.stream()).collect(Collectors.joining("; "));
    return all.length() <= WORDS_LIMIT
        ? all
        : all.substring(0, WORDS_LIMIT)
            + " … %d more characters".formatted(all.length() - WORDS_LIMIT);
  }
}
