package org.touchpaper.bar.coallocation;

import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.touchpaper.harc.commit.TransactionId;

/** Hears from the resource managers how a booking's parts stand, and writes it down. */
final class Hearing {

  private final Books books;
  private final Harc harc;
  private final Clock clock;

  Hearing(Books books, Harc harc, Clock clock) {
    this.books = books;
    this.harc = harc;
    this.clock = clock;
  }

  /** Asks once. What was said before a change, or a cancel, is no news during it or after it. */
  void of(CoAllocation seen) {
    var heard = heard(seen);
    books.inTransaction(() -> {
      var booking = books.alone(seen.id());
      var before = booking.state();
      if (isAsSeen(booking, seen) && booking.hear(heard, clock.instant())) {
        if (booking.state() != before) {
          books.remember(booking, "parts", booking.state().name());
        }
        books.tell(booking);
      }
      return booking;
    });
  }

  private static boolean isAsSeen(CoAllocation booking, CoAllocation seen) {
    return booking.attempt().number() == seen.attempt().number()
        && booked(booking).equals(booked(seen));
  }

  private static List<Part.Booked> booked(CoAllocation booking) {
    return booking.parts().stream().map(Part::booked).toList();
  }

  /**
   * Each part's resource manager is asked about the transaction that made or changed it last; who
   * knows nothing of a change, also about the one that made it.
   */
  private Map<UUID, Harc.Word> heard(CoAllocation seen) {
    var told = new HashMap<Question, Harc.Told>();
    var heard = new HashMap<UUID, Harc.Word>();
    for (var part : seen.parts()) {
      var question = new Question(part.rm(), part.booked().by());
      var answer = told.computeIfAbsent(question, it -> ask(seen, it));
      var made = new Question(part.rm(), part.booked().madeBy());
      var known =
          answer instanceof Harc.Forgotten
              && !(told.computeIfAbsent(made, it -> ask(seen, it)) instanceof Harc.Forgotten);
      heard.put(part.ident(), word(answer, known, part.ident(), seen));
    }
    return heard;
  }

  /** What was committed as something else was maybe not asked of those whom our books name. */
  private static Harc.Word word(Harc.Told answer, boolean isKnown, UUID ident, CoAllocation seen) {
    return switch (answer) {
      case Harc.Told.Report(var parts) -> {
        var heard = parts.get(ident);
        yield heard == null ? new Harc.AsKnown() : heard;
      }
      case Harc.Forgotten(var why) ->
          seen.isAnother() ? new Harc.AsKnown() : new Harc.Disowned(why, isKnown);
      case Harc.Silent silent -> silent;
    };
  }

  private record Question(String rm, int about) {}

  private Harc.Told ask(CoAllocation seen, Question question) {
    return harc.query(question.rm(), new TransactionId(seen.id() + "." + question.about()));
  }
}
