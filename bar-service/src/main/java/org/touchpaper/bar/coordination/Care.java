package org.touchpaper.bar.coordination;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.bar.reservation.Revision;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;
import org.touchpaper.segment.connection.SegmentUnreachable;
import org.touchpaper.segment.provider.Holders;

/** Looks after one reservation: what is due, what its holder decided, how its segments are. */
@Component
class Care {

  private static final Logger LOG = LoggerFactory.getLogger(Care.class);

  private final Books books;
  private final Progress progress;
  private final Conversation conversation;
  private final Holders holders;
  private final Acceptors acceptors;
  private final Clock clock;

  Care(
      Books books,
      Progress progress,
      Conversation conversation,
      Holders holders,
      Acceptors acceptors,
      Clock clock) {
    this.books = books;
    this.progress = progress;
    this.conversation = conversation;
    this.holders = holders;
    this.acceptors = acceptors;
    this.clock = clock;
  }

  private record InDoubt(int version, Holder holder) {}

  private record Watched(String peer, ConnectionId segment, Requester asked) {}

  void lookAfter(ConnectionId id) {
    var begun = clock.instant(); // what happens meanwhile must not be slept through
    var due = books.read(id, Reservation::dueAt).flatMap(at -> at);
    books.read(id, Care::inDoubt).flatMap(doubt -> doubt).ifPresent(doubt -> ask(id, doubt));
    progress.advance(id);
    var news = watch(id);
    books.change(id, reservation -> passEnd(reservation, clock.instant()));
    tell(id);
    books.change(id, reservation -> planned(reservation, due, news, begun));
  }

  private static Reservation passEnd(Reservation reservation, Instant now) {
    reservation.passEnd(now);
    return reservation;
  }

  private static Reservation planned(
      Reservation reservation, Optional<Instant> due, boolean news, Instant now) {
    reservation.planAfter(due, news, now);
    return reservation;
  }

  private static Optional<InDoubt> inDoubt(Reservation reservation) {
    return reservation.open().flatMap(Care::inDoubt);
  }

  private static Optional<InDoubt> inDoubt(Revision revision) {
    return revision.holder().map(holder -> new InDoubt(revision.version(), holder));
  }

  private void ask(ConnectionId id, InDoubt doubt) {
    var outcome = outcome(id, doubt);
    LOG.info("{} version {}: its holder says {}", id, doubt.version(), outcome);
    books.change(
        id,
        reservation -> {
          var now = clock.instant();
          switch (outcome) {
            case COMMIT -> {
              if (reservation.answer(doubt.version()).isPresent()) {
                reservation.commit(doubt.version(), "its holder", now);
              }
            }
            case ABORT -> reservation.abort(doubt.version(), "its holder", now);
            case UNDECIDED -> {}
          }
          return reservation;
        });
  }

  private Outcome outcome(ConnectionId id, InDoubt doubt) {
    var asking = books.read(id, it -> it.booking().requester()).orElseThrow();
    var requester = conversation.speaking(asking);
    try {
      return switch (doubt.holder()) {
        case Holder.Asker asker -> holders.reach(asker).outcome(requester, id, doubt.version());
        case Holder.Transaction(var transaction, var known) ->
            acceptors.outcome(transaction, known);
        case Holder.Until(var instant) ->
            clock.instant().isBefore(instant) ? Outcome.UNDECIDED : Outcome.ABORT;
      };
    } catch (RuntimeException e) {
      LOG.warn("{}: its holder does not answer: {}", id, e.toString());
      return Outcome.UNDECIDED;
    }
  }

  private boolean watch(ConnectionId id) {
    var watched = books.read(id, this::watched).orElse(List.of());
    var news = false;
    for (var one : watched) {
      news |= watch(id, one);
    }
    return news;
  }

  /** From the start on, before it while bits flow, and after the end until all reads clean. */
  private List<Watched> watched(Reservation reservation) {
    var begun = reservation.startTime().map(at -> !clock.instant().isBefore(at)).orElse(false);
    var over = !reservation.lifecycle().isAlive();
    var flows = reservation.circuit().dataPlane() != DataPlane.INACTIVE;
    if (reservation.binding() == 0
        || reservation.circuit().isReleased()
        || !(begun || over || flows)) {
      return List.of();
    }
    return reservation.inCircuitOrder().stream()
        .map(hold -> new Watched(hold.peer(), hold.segment(), reservation.booking().requester()))
        .toList();
  }

  private boolean watch(ConnectionId id, Watched one) {
    var requester = conversation.speaking(one.asked());
    try {
      var report = conversation.segments().named(one.peer()).query(requester, one.segment());
      return books.change(id, reservation -> observe(reservation, one, report)).orElse(false);
    } catch (SegmentUnreachable e) {
      LOG.warn("{}: {}", id, e.getMessage());
      return false;
    }
  }

  private boolean observe(Reservation reservation, Watched one, Report report) {
    var now = clock.instant();
    return switch (report) {
      case Report.Unknown _ ->
          reservation.observe(one.segment(), DataPlane.INACTIVE, null, true, now);
      case Report.Known known -> {
        if (known.lifecycle() == LifecycleState.FAILED) {
          var why = Optional.ofNullable(known.problem()).orElse("ended by " + one.peer());
          reservation.forcedEnd(one.segment(), why, now);
        }
        yield reservation.observe(
            one.segment(), known.dataPlane(), known.problem(), known.released(), now);
      }
    };
  }

  private void tell(ConnectionId id) {
    var untold = books.read(id, this::untold).flatMap(news -> news);
    untold.ifPresent(news -> {
      try {
        holders.reach(news.asker()).notify(news.requester(), news.notification());
        books.change(id, reservation -> told(reservation, news.notification()));
      } catch (RuntimeException e) {
        LOG.warn("{}: its holder cannot be told: {}", id, e.toString());
      }
    });
  }

  private record News(Holder.Asker asker, Requester requester, Notification notification) {}

  private Optional<News> untold(Reservation reservation) {
    var asked = reservation.booking().requester();
    var requester = conversation.speaking(asked);
    return reservation
        .untold(clock.instant())
        .map(news -> new News(reservation.asker().orElseThrow(), requester, news));
  }

  private static Reservation told(Reservation reservation, Notification notification) {
    reservation.told(notification);
    return reservation;
  }
}
