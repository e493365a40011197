package org.touchpaper.bar.coordination;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.reservation.Reservations;
import org.touchpaper.segment.connection.ConnectionId;

/**
 * Looks after every reservation whose time to be looked at has come. The time is a column of its
 * row, written in the same transaction as the state it follows from, so nothing is forgotten.
 */
@Component
class Rounds implements DisposableBean {

  private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);

  /** A crash while looking loses no more than this. */
  private static final Duration CLAIM = Duration.ofSeconds(15);

  private static final Duration EVERY = Duration.ofMillis(100);
  private static final int AT_MOST = 200;

  private final Reservations reservations;
  private final Care care;
  private final TransactionTemplate transactions;
  private final Clock clock;
  private final boolean byHand;
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
  private final ScheduledExecutorService alarm;

  Rounds(
      Reservations reservations,
      Care care,
      PlatformTransactionManager transactions,
      Clock clock,
      @Value("${touchpaper.schedule.by-hand:false}") boolean byHand) {
    this.reservations = reservations;
    this.care = care;
    this.transactions = new TransactionTemplate(transactions);
    this.clock = clock;
    this.byHand = byHand;
    this.alarm =
        Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("rounds").factory());
  }

  @EventListener(ApplicationReadyEvent.class)
  void begin() {
    transactions.executeWithoutResult(_ -> reservations.allDue(clock.instant()));
    if (!byHand) {
      var millis = EVERY.toMillis();
      var _ = alarm.scheduleWithFixedDelay(this::goQuietly, millis, millis, TimeUnit.MILLISECONDS);
    }
  }

  private void goQuietly() {
    try {
      go();
    } catch (RuntimeException e) {
      LOG.warn("a round failed: {}", e.toString());
    }
  }

  /** One round; returns at once, each reservation is looked after on a thread of its own. */
  List<CompletableFuture<Void>> go() {
    var now = clock.instant();
    var due = transactions.execute(_ -> reservations.claimDue(now, now.plus(CLAIM), AT_MOST));
    return due == null
        ? List.of()
        : due.stream()
            .map(id -> CompletableFuture.runAsync(() -> look(new ConnectionId(id)), workers))
            .toList();
  }

  private void look(ConnectionId id) {
    try {
      care.lookAfter(id);
    } catch (RuntimeException e) {
      LOG.warn("{}: {}; it will be looked at again", id, e.toString());
    }
  }

  @Override
  public void destroy() {
    alarm.shutdownNow();
    workers.shutdownNow();
  }
}
