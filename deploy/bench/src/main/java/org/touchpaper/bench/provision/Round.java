package org.touchpaper.bench.provision;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;

/**
 * Circuits that are booked, come up within one second of each other, and end together.
 *
 * @param number which round of the same NSAP it is, from 1
 */
record Round(int number, int circuits, NetworkSegment segment, ShiftedClock clock) {

  private static final Requester ASKER =
      new Requester(
          "bench", new Requester.Person("bench", "bench", List.of(), "scientist"), "bench");
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** They are booked for so long, and so far ahead. */
  private static final Duration HOUR = Duration.ofHours(1);

  /**
   * How long it took, in seconds.
   *
   * @param booking until all were reserved, committed and provisioned, by four at a time
   * @param up from the first start until the holder had heard that the last is up
   * @param held what the elements held more, then
   * @param down from the end until the holder had heard that the last is down
   * @param left what the elements hold more than before
   */
  record Times(double booking, double up, long held, double down, long left) {}

  Times run(FourElements elements, Listening holder) {
    holder.forget();
    var before = elements.holds();
    var start = clock.instant().plus(HOUR);
    var booking = System.nanoTime();
    book(start);
    var booked = since(booking);
    var up = timeOf(start, () -> holder.count(DataPlane.ACTIVE) == circuits);
    var held = elements.holds() - before;
    var down = timeOf(start.plus(HOUR), () -> holder.count(DataPlane.INACTIVE) == circuits);
    return new Times(booked, up, held, down, elements.holds() - before);
  }

  private void book(Instant start) {
    List<Future<?>> bookings;
    try (var threads = Executors.newFixedThreadPool(4)) {
      bookings =
          IntStream.range(0, circuits)
              .<Future<?>>mapToObj(n -> threads.submit(() -> book(n, start)))
              .toList();
    } // waits for all
    bookings.forEach(Future::resultNow);
  }

  private void book(int n, Instant start) {
    var id = new ConnectionId(new UUID(0x7000L + number, n));
    var schedule = new Schedule(start.plusMillis(n * 1_000L / circuits), start.plus(HOUR));
    var ethernet = n / FourElements.PER_ETHERNET;
    var criteria = new Criteria(stp("A" + ethernet), stp("Z" + ethernet), 48, schedule);
    var asker = new Holder.Asker("bench", URI.create("http://127.0.0.1:9/"), id, 1);
    var answer = segment.reserve(new Reserve(ASKER, id, 1, criteria, asker));
    if (!(answer instanceof ReserveAnswer.Held)) {
      throw new IllegalStateException("circuit " + n + " is not held: " + answer);
    }
    segment.commit(new Order(ASKER, id, 1));
    segment.provision(new Order(ASKER, id, 1));
  }

  private static Stp stp(String name) {
    return Stp.parse("urn:ogf:network:wan.bench:2026:" + name + "?vlan=100-199");
  }

  private double timeOf(Instant due, BooleanSupplier done) {
    clock.putForwardTo(due);
    var begun = System.nanoTime();
    var deadline = begun + PATIENCE.toNanos();
    while (!done.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("not done within " + PATIENCE);
      }
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }
    return since(begun);
  }

  private static double since(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }
}
