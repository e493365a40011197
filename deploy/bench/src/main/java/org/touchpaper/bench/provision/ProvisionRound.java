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
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.state.DataPlaneState;

/**
 * One round: circuits that are booked, start within one second of each other, and end together.
 *
 * @param number of the round in the same NSAP, from 1
 */
record ProvisionRound(int number, int circuits, NetworkSegment segment, OffsetClock clock) {

  private static final RequesterIdentity REQUESTER =
      new RequesterIdentity(
          "bench", new RequesterIdentity.Person("bench", "bench", List.of(), "scientist"), "bench");
  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  /** Length of the bookings, and their lead time. */
  private static final Duration HOUR = Duration.ofHours(1);

  /**
   * Durations in seconds, and counts of configuration items.
   *
   * @param booking until all were reserved, committed and provisioned, four at a time
   * @param up from the first start until the holder was notified of the last activation
   * @param held items on the elements when all circuits are up
   * @param down from the end until the holder was notified of the last deactivation
   * @param remaining items on the elements when all circuits are down
   */
  record RoundTimes(double booking, double up, long held, double down, long remaining) {}

  RoundTimes run(FourElementChain elements, DataPlaneRecordingSegmentHolder holder) {
    holder.clear();
    var itemsBefore = elements.countHeldItems();
    var start = clock.instant().plus(HOUR);
    var bookingStart = System.nanoTime();
    book(start);
    var bookingSeconds = secondsSince(bookingStart);
    var upSeconds = secondsUntil(start, () -> holder.count(DataPlaneState.ACTIVE) == circuits);
    var itemsHeld = elements.countHeldItems() - itemsBefore;
    var downSeconds =
        secondsUntil(start.plus(HOUR), () -> holder.count(DataPlaneState.INACTIVE) == circuits);
    return new RoundTimes(
        bookingSeconds, upSeconds, itemsHeld, downSeconds, elements.countHeldItems() - itemsBefore);
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
    var ethernet = n / FourElementChain.PER_ETHERNET;
    var criteria = new Criteria(stp("A" + ethernet), stp("Z" + ethernet), 48, schedule);
    var holderAddress = new Holder.PeerService("bench", URI.create("http://127.0.0.1:9/"), id, 1);
    var result = segment.reserve(new ReserveRequest(REQUESTER, id, 1, criteria, holderAddress));
    if (!(result instanceof ReserveResult.Held)) {
      throw new IllegalStateException("circuit " + n + " is not held: " + result);
    }
    segment.commit(new ConnectionVersionRequest(REQUESTER, id, 1));
    segment.provision(new ConnectionVersionRequest(REQUESTER, id, 1));
  }

  private static Stp stp(String name) {
    return Stp.parse("urn:ogf:network:wan.bench:2026:" + name + "?vlan=100-199");
  }

  private double secondsUntil(Instant due, BooleanSupplier done) {
    clock.advanceTo(due);
    var startedAt = System.nanoTime();
    var deadline = startedAt + TIMEOUT.toNanos();
    while (!done.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("not done within " + TIMEOUT);
      }
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }
    return secondsSince(startedAt);
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }
}
