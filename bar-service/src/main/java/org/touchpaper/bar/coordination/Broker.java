package org.touchpaper.bar.coordination;

import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.bar.directory.Split;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.platform.peers.PeerRole;
import org.touchpaper.platform.peers.Peers;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.FreeCapacity;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentUnreachable;
import org.touchpaper.segment.connection.TimetableQuestion;
import org.touchpaper.segment.provider.Holders;

/**
 * The BAR as one segment: whoever books it gets local campus, wide area and remote campus, all or
 * nothing (PoS(ESLEA)015; DESIGN decision 3).
 */
@Component
public class Broker implements NetworkSegment {

  private static final Logger LOG = LoggerFactory.getLogger(Broker.class);

  private final Books books;
  private final Progress progress;
  private final Directory directory;
  private final Holders holders;
  private final Peers peers;
  private final Availability availability;
  private final Clock clock;

  Broker(
      Books books,
      Progress progress,
      Directory directory,
      Holders holders,
      Peers peers,
      Availability availability,
      Clock clock) {
    this.books = books;
    this.progress = progress;
    this.directory = directory;
    this.holders = holders;
    this.peers = peers;
    this.availability = availability;
    this.clock = clock;
  }

  @Override
  public ReserveAnswer reserve(Reserve request) {
    if (!isBelieved(request.requester(), request.holder())) {
      throw new Fault(
          Fault.Code.NOT_ALLOWED,
          request.connection(),
          request.requester().peer() + " may not leave a hold to " + request.holder());
    }
    open(inMicroseconds(request));
    LOG.info("reserve {} version {}", request.connection(), request.version());
    return goOn(request.connection(), request.version());
  }

  /** Only a resource manager may leave a hold to a transaction; the configured acceptors decide. */
  private boolean isBelieved(Requester requester, Holder holder) {
    return holder instanceof Holder.Transaction
        ? peers.find(requester.peer()).filter(peer -> peer.is(PeerRole.RM)).isPresent()
        : holders.accepts(requester, holder);
  }

  private void open(Reserve request) {
    books.open(
        request.connection(),
        request.requester(),
        "",
        "",
        reservation -> {
          reservation.requireRequester(request.requester());
          reservation
              .find(request.version())
              .ifPresentOrElse(
                  known -> requireSame(reservation, request), () -> begin(reservation, request));
          reservation.plan(true, clock.instant());
          return reservation;
        });
  }

  /**
   * Asks whoever has still to be asked about a version that was begun.
   *
   * @throws SegmentUnreachable if a segment did not answer
   */
  ReserveAnswer goOn(ConnectionId connection, int version) {
    progress.advance(connection);
    return books
        .read(connection, reservation -> reservation.answer(version))
        .flatMap(answer -> answer)
        .orElseThrow(() ->
            new SegmentUnreachable(
                connection + ": not every segment has answered yet",
                new IllegalStateException("still checking")));
  }

  /** Begins a version that was never heard of, inside a transaction. */
  void begin(Reservation reservation, Reserve asked) {
    var request = inMicroseconds(asked);
    var now = clock.instant();
    var criteria = request.criteria();
    if (!reservation.lifecycle().isAlive()) {
      reservation.refuseAsGone(request, now);
    } else if (request.version() > 1 || criteria == null) {
      reservation.check(request, List.of(), now);
    } else {
      var tooLate = Policy.endsInThePast(criteria, now);
      switch (directory.split(criteria.source(), criteria.destination())) {
        case Split.Impossible(var refusal) -> reservation.refuse(request, refusal, now);
        case Split.Legs(var legs) when tooLate.isEmpty() -> reservation.check(request, legs, now);
        case Split.Legs _ -> reservation.refuse(request, tooLate.orElseThrow(), now);
      }
    }
  }

  private static void requireSame(Reservation reservation, Reserve request) {
    var known = reservation.find(request.version()).orElseThrow();
    var same =
        known.criteria().equals(Optional.ofNullable(request.criteria()))
            && known.holder().equals(Optional.of(request.holder()));
    if (known.wasAsked() && !same) {
      throw new Fault(
          Fault.Code.CONTRADICTS_EARLIER,
          request.connection(),
          "version " + request.version() + " was asked for before with other content");
    }
  }

  @Override
  public void commit(Order order) {
    step(order, reservation -> reservation.commit(order.version(), who(order), clock.instant()));
  }

  /**
   * Decides for what the front door booked and permits it in one step, so that no crash leaves it
   * half made; a repeat permits nothing that was withdrawn since.
   */
  void commitAndProvision(Order order) {
    step(
        order,
        reservation -> {
          if (reservation.binding() < order.version()) {
            reservation.commit(order.version(), who(order), clock.instant());
            reservation.provision(who(order), clock.instant());
          }
        });
  }

  @Override
  public void abort(Order order) {
    books.open(
        order.connection(),
        order.requester(),
        "",
        "",
        reservation -> {
          reservation.requireRequester(order.requester());
          reservation.abort(order.version(), who(order), clock.instant());
          reservation.plan(true, clock.instant());
          return reservation;
        });
    progress.advanceQuietly(order.connection());
  }

  @Override
  public void provision(Order order) {
    step(order, reservation -> reservation.provision(who(order), clock.instant()));
  }

  @Override
  public void release(Order order) {
    step(order, reservation -> reservation.release(who(order), clock.instant()));
  }

  @Override
  public void terminate(Order order) {
    books.open(
        order.connection(),
        order.requester(),
        "",
        "",
        reservation -> {
          reservation.requireRequester(order.requester());
          reservation.terminate(who(order), clock.instant());
          reservation.plan(true, clock.instant());
          return reservation;
        });
    progress.advanceQuietly(order.connection());
  }

  /** The decision is durable when this returns; what cannot be told now is told later. */
  private void step(Order order, Consumer<Reservation> verb) {
    var changed =
        books.change(
            order.connection(),
            reservation -> {
              reservation.requireRequester(order.requester());
              verb.accept(reservation);
              reservation.plan(true, clock.instant());
              return reservation;
            });
    if (changed.isEmpty()) {
      throw new Fault(
          Fault.Code.UNKNOWN_CONNECTION,
          order.connection(),
          "there is no connection " + order.connection());
    }
    progress.advanceQuietly(order.connection());
  }

  /** Ends a connection for somebody of this site, whoever booked it (DESIGN decision 10). */
  void cut(ConnectionId connection, String who) {
    books.change(
        connection,
        reservation -> {
          reservation.cut(who, clock.instant());
          reservation.plan(true, clock.instant());
          return reservation;
        });
    progress.advanceQuietly(connection);
  }

  @Override
  public Report query(Requester requester, ConnectionId connection) {
    return books
        .<Report>read(connection, reservation -> reservation.report(clock.instant()))
        .orElseGet(() -> new Report.Unknown(connection));
  }

  @Override
  public FreeCapacity timetable(TimetableQuestion question) {
    return availability.between(question);
  }

  private static String who(Order order) {
    return order.requester().onBehalfOf().name() + " through " + order.requester().peer();
  }

  /** PostgreSQL keeps microseconds; a repeat must find what it wrote. */
  private static Reserve inMicroseconds(Reserve request) {
    var criteria = request.criteria();
    return new Reserve(
        request.requester(),
        request.connection(),
        request.version(),
        criteria == null ? null : inMicroseconds(criteria),
        request.holder());
  }

  private static @Nullable Criteria inMicroseconds(Criteria criteria) {
    var schedule = criteria.schedule();
    var start = schedule.startTime().truncatedTo(ChronoUnit.MICROS);
    var end = schedule.endTime().truncatedTo(ChronoUnit.MICROS);
    return new Criteria(
        criteria.source(),
        criteria.destination(),
        criteria.bandwidthMbps(),
        new Schedule(start, end.isAfter(start) ? end : start.plus(1, ChronoUnit.MICROS)));
  }
}
