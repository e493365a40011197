package org.touchpaper.bar.coordination;

import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
   * Goes on until nothing is due that was not tried. One segment that is out of reach, or refuses,
   * does not keep the others waiting.
   *
   * @throws SegmentUnreachable if a segment did not answer; its row says when it is asked again
   */
  void advance(ConnectionId id) {
    var tried = new HashSet<Call>();
    var away = new ArrayDeque<SegmentUnreachable>();
    for (var due = next(id, tried); due.isPresent(); due = next(id, tried)) {
      tried.add(due.get().call());
      say(id, due.get(), away);
    }
    if (!away.isEmpty()) {
      books.change(id, reservation -> planned(reservation, false));
      throw away.getFirst();
    }
  }

  private Optional<Due> next(ConnectionId id, Set<Call> tried) {
    return books.read(id, Progress::due).orElse(List.of()).stream()
        .filter(one -> !tried.contains(one.call()))
        .findFirst();
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

  private void say(ConnectionId id, Due one, Deque<SegmentUnreachable> away) {
    try {
      record(id, one.call(), conversation.say(one.call(), id, one.revision(), one.asked()));
    } catch (SegmentUnreachable e) {
      away.add(e);
    }
  }

  private void record(ConnectionId id, Call call, Answer answer) {
    LOG.debug("{}: {} {}", id, call, answer);
    books.change(
        id,
        reservation -> {
          reservation.on(call, answer, clock.instant());
          return planned(reservation, !reservation.next().contains(call));
        });
  }

  private Reservation planned(Reservation reservation, boolean news) {
    reservation.plan(news, clock.instant());
    return reservation;
  }

  private static List<Due> due(Reservation reservation) {
    return reservation.next().stream()
        .map(call -> new Due(call, reservation.revisionOf(call), reservation.askedBy(call)))
        .toList();
  }
}
