package org.touchpaper.bar.coordination;

import java.time.Clock;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.bar.reservation.SegmentHold;
import org.touchpaper.bar.reservation.SegmentHolds;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.SegmentHolder;

/** The BAR as the holder of its segments: tells them what was decided, hears how they are. */
@Component
public class UpwardAnswers implements SegmentHolder {

  private static final Logger LOG = LoggerFactory.getLogger(UpwardAnswers.class);

  private final SegmentHolds holds;
  private final Books books;
  private final TransactionTemplate reading;
  private final Clock clock;

  UpwardAnswers(
      SegmentHolds holds, Books books, PlatformTransactionManager transactions, Clock clock) {
    this.holds = holds;
    this.books = books;
    this.reading = new TransactionTemplate(transactions);
    this.clock = clock;
  }

  private record Share(ConnectionId connection, String peer) {}

  /** No such row means abort: it is written before the segment is first asked. */
  @Override
  public Outcome outcome(Requester requester, ConnectionId segment, int version) {
    var share = shareOf(requester, segment);
    var outcome =
        share
            .flatMap(s -> books.read(s.connection(), r -> r.outcome(segment, version)))
            .orElse(Outcome.ABORT);
    LOG.info("{} asks about {} version {}: {}", requester.peer(), segment, version, outcome);
    return outcome;
  }

  @Override
  public void notify(Requester requester, Notification notification) {
    LOG.info("{} tells {}", requester.peer(), notification);
    shareOf(requester, notification.connection())
        .ifPresent(share -> books.change(share.connection(), r -> hear(r, notification)));
  }

  private Reservation hear(Reservation reservation, Notification notification) {
    var now = clock.instant();
    var segment = notification.connection();
    switch (notification) {
      case Notification.DataPlaneChanged(_, _, var seen, var detail) ->
          reservation.hear(segment, seen, detail.isEmpty() ? null : detail, now);
      case Notification.Alarm(_, _, var detail) -> reservation.alarm(segment, detail, now);
      case Notification.ForcedEnd(_, _, var why) -> reservation.forcedEnd(segment, why, now);
    }
    reservation.lookAt(now);
    return reservation;
  }

  private Optional<Share> shareOf(Requester requester, ConnectionId segment) {
    var found =
        Optional.ofNullable(reading.execute(_ -> holds.listOf(segment.value())))
            .flatMap(all -> all.stream().findFirst())
            .map(UpwardAnswers::share);
    if (found.map(share -> !share.peer().equals(requester.peer())).orElse(false)) {
      throw new Fault(
          Fault.Code.NOT_ALLOWED, segment, segment + " is no segment of " + requester.peer());
    }
    return found;
  }

  private static Share share(SegmentHold hold) {
    return new Share(hold.connection(), hold.peer());
  }
}
