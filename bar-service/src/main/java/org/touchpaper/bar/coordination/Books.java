package org.touchpaper.bar.coordination;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.reservation.Histories;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.bar.reservation.Reservations;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Requester;

/**
 * The rows of reservations: one short transaction for each step, alone with the connection, its
 * history written with it. Nobody else is ever spoken to inside.
 */
@Component
class Books {

  private final Reservations reservations;
  private final Histories histories;
  private final TransactionTemplate writing;
  private final TransactionTemplate reading;
  private final ApplicationEventPublisher listeners;
  private final Clock clock;

  Books(
      Reservations reservations,
      Histories histories,
      PlatformTransactionManager transactions,
      ApplicationEventPublisher listeners,
      Clock clock) {
    this.reservations = reservations;
    this.histories = histories;
    this.writing = new TransactionTemplate(transactions);
    this.reading = new TransactionTemplate(transactions);
    this.reading.setReadOnly(true);
    this.listeners = listeners;
    this.clock = clock;
  }

  /** Changes a reservation that may not exist yet. */
  <T> T open(
      ConnectionId id,
      Requester requester,
      String description,
      String bodyDigest,
      Function<Reservation, T> step) {
    return run(
        id,
        Optional.of(Reservation.of(id, requester, description, bodyDigest, clock.instant())),
        found -> step.apply(found.orElseThrow()));
  }

  /** Changes a reservation; empty if there is none. */
  <T> Optional<T> change(ConnectionId id, Function<Reservation, T> step) {
    return run(id, Optional.empty(), found -> found.map(step));
  }

  <T> Optional<T> read(ConnectionId id, Function<Reservation, T> question) {
    return Optional.ofNullable(
            reading.execute(_ -> reservations.findById(id.value()).map(question)))
        .flatMap(answer -> answer);
  }

  private <T> T run(
      ConnectionId id, Optional<Reservation> fresh, Function<Optional<Reservation>, T> step) {
    var told = new ArrayList<ReservationChanged>();
    var result =
        writing.execute(_ -> {
          told.clear();
          reservations.beAloneWith(id.toString());
          var stored = reservations.findById(id.value());
          var subject = stored.or(() -> fresh);
          var before = stored.map(this::glimpse);
          var answer = step.apply(subject);
          subject.ifPresent(reservation -> {
            if (stored.isEmpty()) {
              reservations.save(reservation);
            }
            histories.saveAll(reservation.takeNews());
            if (!before.equals(Optional.of(glimpse(reservation)))) {
              told.add(changed(reservation));
            }
          });
          return answer;
        });
    told.forEach(listeners::publishEvent);
    if (result == null) {
      throw new IllegalStateException("a step on " + id + " gave no answer");
    }
    return result;
  }

  private List<Object> glimpse(Reservation reservation) {
    return List.of(
        reservation.phase(clock.instant()),
        reservation.circuit().dataPlane(),
        reservation.circuit().problem(),
        reservation.circuit().isReleased());
  }

  private ReservationChanged changed(Reservation reservation) {
    var now = clock.instant();
    return new ReservationChanged(
        reservation.connection(),
        reservation.booking().requester().correlationId(),
        reservation.booking().owner(),
        reservation.phase(now),
        now,
        reservation.lifecycle().reason().or(reservation.circuit()::problem).orElse(""));
  }
}
