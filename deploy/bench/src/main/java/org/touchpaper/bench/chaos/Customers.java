package org.touchpaper.bench.chaos;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.touchpaper.bench.chaos.Call.Kind;
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
 * want taken, now and then move a booking or make it more or less, or give it up again, and now and
 * then ask twice. What some want has begun already: it is up as soon as it is booked, and is
 * prolonged, shortened, made more or less and given up while it is.
 */
final class Customers {
  private static final Caller CALLER = new Caller("bench", "here", List.of(), "scientist", "chaos");
  private static final Duration VOTE_WITHIN = Duration.ofSeconds(8);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Whoever hears at once that no acceptor is there does not spend all calls before one is. */
  private static final Duration NOBODY_THERE = Duration.ofSeconds(2);

  private static final int ONE_IN_GIVEN_UP = 8;
  private static final int ONE_IN_CHANGED = 3;
  private static final int ONE_IN_ASKED_AGAIN = 8;
  private static final int ONE_IN_BEGUN = 3;

  private final List<HarcPeer> acceptors;
  private final List<String> resourceManagers;
  private final Instant firstStart = Instant.now().truncatedTo(ChronoUnit.HOURS).plusSeconds(7200);

  /** When all that is up began. */
  private final Instant begun = firstStart.minusSeconds(4 * 3600);

  private final int slots;
  private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
  private final Queue<Call> booked = new ConcurrentLinkedQueue<>();
  private final List<Long> waits = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger next = new AtomicInteger();

  /** So many half-hours may be booked: the fewer, the more is refused. */
  Customers(List<HarcPeer> acceptors, List<String> resourceManagers, int slots) {
    this.acceptors = List.copyOf(acceptors);
    this.resourceManagers = List.copyOf(resourceManagers);
    this.slots = slots;
  }

  /**
   * So many at once make so many calls, each when the pace allows it; its number is told when it is
   * done.
   */
  void call(int clients, int count, long seed, Pace pace, IntConsumer done)
      throws InterruptedException {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var all = new ArrayList<Future<?>>();
      for (var i = 0; i < clients; i++) {
        var random = new Random(seed + i);
        all.add(
            threads.submit(() -> {
              callUntil(count, random, pace, done);
              return null;
            }));
      }
      for (var each : all) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a client failed", e.getCause());
    }
  }

  private void callUntil(int count, Random random, Pace pace, IntConsumer done)
      throws InterruptedException {
    try (var client = client(random)) {
      for (var n = next.incrementAndGet(); n <= count; n = next.incrementAndGet()) {
        pace.await(n);
        var before = System.nanoTime();
        var call = callOnce(client, n, random);
        calls.add(call);
        waits.add((System.nanoTime() - before) / 1_000_000);
        done.accept(n);
        if (call.wasNotStarted()) {
          Thread.sleep(NOBODY_THERE);
        }
      }
    }
  }

  /** Each begins with another acceptor, so that all of them lead. */
  private HarcClient client(Random random) {
    var order = new ArrayList<>(acceptors);
    Collections.rotate(order, random.nextInt(order.size()));
    return new HarcClient(Fleet.CLIENT, order, List.of());
  }

  /** Nobody else is asked anything about a booking until what was asked last is known. */
  private Call callOnce(HarcClient client, int number, Random random) {
    if (random.nextInt(ONE_IN_GIVEN_UP) == 0) {
      var old = booked.poll();
      if (old != null) {
        return giveUp(client, number, random, old);
      }
    } else if (random.nextInt(ONE_IN_CHANGED) == 0) {
      var old = booked.poll();
      if (old != null) {
        return change(client, number, random, old);
      }
    }
    return make(client, number, random);
  }

  private Call giveUp(HarcClient client, int number, Random random, Call old) {
    var call = new Call("cancel." + number, old.ident(), Kind.CANCEL, null, old.resourceManagers());
    return begin(client, random, call, _ -> new Action.Cancel(old.ident()));
  }

  private Call change(HarcClient client, int number, Random random, Call old) {
    var before = Objects.requireNonNull(old.wanted());
    var wanted = before.start().equals(begun) ? upUntilAnother(random) : wanted(random);
    var call =
        new Call("modify." + number, old.ident(), Kind.MODIFY, wanted, old.resourceManagers());
    var changed =
        begin(
            client,
            random,
            call,
            rm -> new Action.Modify(old.ident(), schedule(wanted), compute(rm, wanted)));
    if (changed.outcome() == Outcome.COMMIT) {
      booked.add(changed);
    } else if (changed.outcome() == Outcome.ABORT || changed.wasNotStarted()) {
      booked.add(old);
    }
    return changed;
  }

  private Call make(HarcClient client, int number, Random random) {
    var wanted = random.nextInt(ONE_IN_BEGUN) == 0 ? upUntilAnother(random) : wanted(random);
    var call = new Call("make." + number, "b" + number, Kind.MAKE, wanted, some(random));
    var made =
        begin(
            client,
            random,
            call,
            rm -> new Action.Make(call.ident(), schedule(wanted), compute(rm, wanted)));
    if (made.outcome() == Outcome.COMMIT) {
      booked.add(made);
    }
    return made;
  }

  private Call.Wanted wanted(Random random) {
    var start = firstStart.plusSeconds(1800L * random.nextInt(slots));
    var end = start.plusSeconds(1800L * (1 + random.nextInt(2)));
    return new Call.Wanted(start, end, 1 + random.nextInt(Fleet.NODES / 2));
  }

  /** What has begun keeps its start; its end is never reached here. */
  private Call.Wanted upUntilAnother(Random random) {
    var end = firstStart.plusSeconds(1800L * random.nextInt(1 + slots / 2));
    return new Call.Wanted(begun, end, 1 + random.nextInt(Fleet.NODES / 4));
  }

  private static Action.Schedule schedule(Call.Wanted wanted) {
    return new Action.Schedule(wanted.start(), wanted.end());
  }

  private static Action.Work compute(String rm, Call.Wanted wanted) {
    return new Action.Compute(Fleet.machine(rm), wanted.nodes());
  }

  /** Two or more, where there are as many. */
  private Set<String> some(Random random) {
    var all = new ArrayList<>(resourceManagers);
    Collections.shuffle(all, random);
    var count = Math.min(all.size(), 2 + random.nextInt(Math.max(1, all.size() - 1)));
    return new TreeSet<>(all.subList(0, count));
  }

  private Call begin(HarcClient client, Random random, Call call, Function<String, Action> action) {
    var actions =
        call.resourceManagers().stream()
            .sorted()
            .map(rm -> ActionXml.write(rm, List.of(action.apply(rm))))
            .toList();
    var request =
        Request.of(
            new TransactionId(call.transaction()),
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
    return call.told(told);
  }

  Collection<Call> calls() {
    return List.copyOf(calls);
  }

  /** In milliseconds, the longest last. */
  List<Long> waits() {
    return waits.stream().sorted().toList();
  }
}
