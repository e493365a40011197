package org.touchpaper.bench.chaos;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.IntConsumer;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.ActionXml;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.HarcPeer;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;

/**
 * Clients that book nodes of several machines at once for random times, so that some find what they
 * want taken, now and then give a booking up again, and now and then ask twice.
 */
final class Customers {
  private static final Caller CALLER = new Caller("bench", "here", List.of(), "scientist", "chaos");
  private static final Duration VOTE_WITHIN = Duration.ofSeconds(8);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int ONE_IN_GIVEN_UP = 8;
  private static final int ONE_IN_ASKED_AGAIN = 8;

  private final List<HarcPeer> acceptors;
  private final List<String> resourceManagers;
  private final Instant firstStart = Instant.now().truncatedTo(ChronoUnit.HOURS).plusSeconds(7200);
  private final int slots;
  private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
  private final Queue<Call> mayBeGivenUp = new ConcurrentLinkedQueue<>();
  private final List<Long> waits = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger next = new AtomicInteger();

  /** So many half-hours may be booked: the fewer, the more is refused. */
  Customers(List<HarcPeer> acceptors, List<String> resourceManagers, int slots) {
    this.acceptors = List.copyOf(acceptors);
    this.resourceManagers = List.copyOf(resourceManagers);
    this.slots = slots;
  }

  /** So many at once make so many calls; the number of each is told when it is done. */
  void call(int clients, int count, long seed, IntConsumer done) throws InterruptedException {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var all = new ArrayList<Future<?>>();
      for (var i = 0; i < clients; i++) {
        var random = new Random(seed + i);
        all.add(threads.submit(() -> callUntil(count, random, done)));
      }
      for (var each : all) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a client failed", e.getCause());
    }
  }

  private void callUntil(int count, Random random, IntConsumer done) {
    try (var client = client(random)) {
      for (var n = next.incrementAndGet(); n <= count; n = next.incrementAndGet()) {
        var before = System.nanoTime();
        calls.add(callOnce(client, n, random));
        waits.add((System.nanoTime() - before) / 1_000_000);
        done.accept(n);
      }
    }
  }

  /** Each begins with another acceptor, so that all of them lead. */
  private HarcClient client(Random random) {
    var order = new ArrayList<>(acceptors);
    Collections.rotate(order, random.nextInt(order.size()));
    return new HarcClient(Fleet.CLIENT, order, List.of());
  }

  private Call callOnce(HarcClient client, int number, Random random) {
    var old = random.nextInt(ONE_IN_GIVEN_UP) == 0 ? mayBeGivenUp.poll() : null;
    if (old != null) {
      return begin(
          client,
          random,
          "cancel." + number,
          old.ident(),
          Call.Kind.CANCEL,
          old.resourceManagers(),
          (_, ident) -> new Action.Cancel(ident));
    }
    var start = firstStart.plusSeconds(1800L * random.nextInt(slots));
    var schedule = new Action.Schedule(start, start.plusSeconds(1800L * (1 + random.nextInt(2))));
    var nodes = 1 + random.nextInt(Fleet.NODES / 2);
    var made =
        begin(
            client,
            random,
            "make." + number,
            "b" + number,
            Call.Kind.MAKE,
            some(random),
            (rm, ident) ->
                new Action.Make(ident, schedule, new Action.Compute(Fleet.machine(rm), nodes)));
    if (made.outcome() == Outcome.COMMIT) {
      mayBeGivenUp.add(made);
    }
    return made;
  }

  /** Two or more, where there are as many. */
  private Set<String> some(Random random) {
    var all = new ArrayList<>(resourceManagers);
    Collections.shuffle(all, random);
    var count = Math.min(all.size(), 2 + random.nextInt(Math.max(1, all.size() - 1)));
    return new TreeSet<>(all.subList(0, count));
  }

  private Call begin(
      HarcClient client,
      Random random,
      String transaction,
      String ident,
      Call.Kind kind,
      Set<String> over,
      BiFunction<String, String, Action> action) {
    var actions =
        over.stream().map(rm -> ActionXml.write(rm, List.of(action.apply(rm, ident)))).toList();
    var request =
        Request.of(
            new TransactionId(transaction),
            acceptors.stream().map(HarcPeer::name).toList(),
            1,
            Instant.now().plus(VOTE_WITHIN),
            CALLER,
            actions);
    var told = new ArrayList<>(List.of(client.begin(request, PATIENCE).outcome()));
    if (random.nextInt(ONE_IN_ASKED_AGAIN) == 0) { // by one who knows nothing of the first answer
      try (var another = client(random)) {
        told.add(another.begin(request, PATIENCE).outcome());
      }
    }
    return new Call(transaction, ident, kind, over, told);
  }

  Collection<Call> calls() {
    return List.copyOf(calls);
  }

  /** In milliseconds, the longest last. */
  List<Long> waits() {
    return waits.stream().sorted().toList();
  }
}
