package org.touchpaper.bar.coordination;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.reservation.Answer;
import org.touchpaper.bar.reservation.Call;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.SegmentUnreachable;

/**
 * Carries a reservation as far as it goes: reads what is due, says it, writes down what came of it,
 * again and again until nothing is due or somebody does not answer. Two at once do no harm, since
 * every call may be repeated and every answer is written only where it is waited for.
 */
@Component
class Progress {

  private static final Logger LOG = LoggerFactory.getLogger(Progress.class);

  private final Books books;
  private final Conversation conversation;
  private final Clock clock;

  Progress(Books books, Conversation conversation, Clock clock) {
    this.books = books;
    this.conversation = conversation;
    this.clock = clock;
  }

  private record Due(Call call, int revision, Requester asked) {}

  /**
   * Goes on until nothing is due.
   *
   * @throws SegmentUnreachable if a segment did not answer; its row says when it is asked again
   */
  void advance(ConnectionId id) {
    var due = books.read(id, Progress::due).orElse(List.of());
    while (!due.isEmpty()) {
      for (var one : due) {
        due = record(id, one.call(), say(id, one));
      }
    }
  }

  /**
   * As {@link #advance}, for a decision that is durable already and will be told later if need be.
   */
  void advanceQuietly(ConnectionId id) {
    try {
      advance(id);
    } catch (SegmentUnreachable e) {
      LOG.warn("{}: {}; it will be told again", id, e.getMessage());
    }
  }

  private Answer say(ConnectionId id, Due one) {
    try {
      return conversation.say(one.call(), id, one.revision(), one.asked());
    } catch (SegmentUnreachable e) {
      books.change(id, reservation -> postponed(reservation, clock.instant()));
      throw e;
    }
  }

  private static Reservation postponed(Reservation reservation, Instant now) {
    reservation.plan(false, now);
    return reservation;
  }

  private List<Due> record(ConnectionId id, Call call, Answer answer) {
    LOG.debug("{}: {} {}", id, call, answer);
    return books
        .change(
            id,
            reservation -> {
              var now = clock.instant();
              reservation.on(call, answer, now);
              reservation.plan(true, now);
              return due(reservation);
            })
        .orElseThrow();
  }

  private static List<Due> due(Reservation reservation) {
    return reservation.next().stream()
        .map(call -> new Due(call, reservation.revisionOf(call), reservation.booking().requester()))
        .toList();
  }
}
