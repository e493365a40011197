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
import org.touchpaper.bench.chaos.ClientCall.Kind;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.PeerEndpoint;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.xml.HarcActionXml;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.TransactionRequest;

/**
 * Clients that book nodes on several machines for random times, so that some requests conflict. At
 * random they change or cancel bookings and repeat requests. Some bookings have a start in the
 * past: they are active at once, and are changed and cancelled while active.
 */
final class LoadGenerator {
  private static final RequestingUser CALLER =
      new RequestingUser("bench", "here", List.of(), "scientist", "chaos");
  private static final Duration VOTE_TIMEOUT = Duration.ofSeconds(8);
  private static final Duration DECISION_TIMEOUT = Duration.ofSeconds(30);

  /** A pause after NOT_STARTED, so that calls are not used up while no acceptor answers. */
  private static final Duration NO_ACCEPTOR_PAUSE = Duration.ofSeconds(2);

  private static final int CANCEL_ONE_IN = 8;
  private static final int MODIFY_ONE_IN = 3;
  private static final int REPEAT_ONE_IN = 8;
  private static final int STARTED_ONE_IN = 3;

  private final List<PeerEndpoint> acceptors;
  private final List<String> resourceManagers;
  private final Instant firstStart = Instant.now().truncatedTo(ChronoUnit.HOURS).plusSeconds(7200);

  /** Start of all bookings that are active at once. */
  private final Instant pastStart = firstStart.minusSeconds(4 * 3600);

  private final int slots;
  private final Queue<ClientCall> calls = new ConcurrentLinkedQueue<>();
  private final Queue<ClientCall> bookedCalls = new ConcurrentLinkedQueue<>();
  private final List<Long> waits = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger next = new AtomicInteger();

  /** Creates clients that book within the given number of half-hours; fewer cause more refusals. */
  LoadGenerator(List<PeerEndpoint> acceptors, List<String> resourceManagers, int slots) {
    this.acceptors = List.copyOf(acceptors);
    this.resourceManagers = List.copyOf(resourceManagers);
    this.slots = slots;
  }

  /**
   * Makes {@code count} calls with parallel clients, at the pacer's rate, and reports the number of
   * each completed call.
   */
  void run(int clients, int count, long seed, FaultDrivenLoadPacer pacer, IntConsumer done)
      throws InterruptedException {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var clientRuns = new ArrayList<Future<?>>();
      for (var i = 0; i < clients; i++) {
        var random = new Random(seed + i);
        clientRuns.add(
            threads.submit(() -> {
              runClient(count, random, pacer, done);
              return null;
            }));
      }
      for (var clientRun : clientRuns) {
        clientRun.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a client failed", e.getCause());
    }
  }

  private void runClient(int count, Random random, FaultDrivenLoadPacer pacer, IntConsumer done)
      throws InterruptedException {
    try (var client = client(random)) {
      for (var n = next.incrementAndGet(); n <= count; n = next.incrementAndGet()) {
        pacer.await(n);
        var startedAt = System.nanoTime();
        var call = callOnce(client, n, random);
        calls.add(call);
        waits.add((System.nanoTime() - startedAt) / 1_000_000);
        done.accept(n);
        if (call.wasNotStarted()) {
          Thread.sleep(NO_ACCEPTOR_PAUSE);
        }
      }
    }
  }

  /** Creates a client that starts at a random acceptor, so that all of them lead. */
  private HarcClient client(Random random) {
    var order = new ArrayList<>(acceptors);
    Collections.rotate(order, random.nextInt(order.size()));
    return new HarcClient(ClusterUnderTest.CLIENT_NAME, order, List.of());
  }

  /** A booking that is being changed is out of the queue until the outcome is known. */
  private ClientCall callOnce(HarcClient client, int number, Random random) {
    if (random.nextInt(CANCEL_ONE_IN) == 0) {
      var booked = bookedCalls.poll();
      if (booked != null) {
        return cancel(client, number, random, booked);
      }
    } else if (random.nextInt(MODIFY_ONE_IN) == 0) {
      var booked = bookedCalls.poll();
      if (booked != null) {
        return change(client, number, random, booked);
      }
    }
    return book(client, number, random);
  }

  private ClientCall cancel(HarcClient client, int number, Random random, ClientCall booked) {
    var call =
        new ClientCall(
            "cancel." + number, booked.bookingId(), Kind.CANCEL, null, booked.resourceManagers());
    return send(client, random, call, _ -> new HarcAction.Cancel(booked.bookingId()));
  }

  private ClientCall change(HarcClient client, int number, Random random, ClientCall booked) {
    var current = Objects.requireNonNull(booked.allocation());
    var allocation =
        current.start().equals(pastStart) ? activeAllocation(random) : futureAllocation(random);
    var call =
        new ClientCall(
            "modify." + number,
            booked.bookingId(),
            Kind.MODIFY,
            allocation,
            booked.resourceManagers());
    var result =
        send(
            client,
            random,
            call,
            rm ->
                new HarcAction.Modify(
                    booked.bookingId(), schedule(allocation), compute(rm, allocation)));
    if (result.outcome() == Outcome.COMMIT) {
      bookedCalls.add(result);
    } else if (result.outcome() == Outcome.ABORT || result.wasNotStarted()) {
      bookedCalls.add(booked);
    }
    return result;
  }

  private ClientCall book(HarcClient client, int number, Random random) {
    var allocation =
        random.nextInt(STARTED_ONE_IN) == 0 ? activeAllocation(random) : futureAllocation(random);
    var call =
        new ClientCall(
            "make." + number, "b" + number, Kind.MAKE, allocation, chooseResourceManagers(random));
    var result =
        send(
            client,
            random,
            call,
            rm ->
                new HarcAction.Make(
                    call.bookingId(), schedule(allocation), compute(rm, allocation)));
    if (result.outcome() == Outcome.COMMIT) {
      bookedCalls.add(result);
    }
    return result;
  }

  private ClientCall.Allocation futureAllocation(Random random) {
    var start = firstStart.plusSeconds(1800L * random.nextInt(slots));
    var end = start.plusSeconds(1800L * (1 + random.nextInt(2)));
    return new ClientCall.Allocation(
        start, end, 1 + random.nextInt(ClusterUnderTest.NODES_PER_MACHINE / 2));
  }

  /** An active booking keeps its start; its end is not reached during the run. */
  private ClientCall.Allocation activeAllocation(Random random) {
    var end = firstStart.plusSeconds(1800L * random.nextInt(1 + slots / 2));
    return new ClientCall.Allocation(
        pastStart, end, 1 + random.nextInt(ClusterUnderTest.NODES_PER_MACHINE / 4));
  }

  private static HarcAction.Schedule schedule(ClientCall.Allocation allocation) {
    return new HarcAction.Schedule(allocation.start(), allocation.end());
  }

  private static HarcAction.Work compute(String rm, ClientCall.Allocation allocation) {
    return new HarcAction.ComputeNodes(ClusterUnderTest.machine(rm), allocation.nodes());
  }

  /** Chooses two or more, if there are that many. */
  private Set<String> chooseResourceManagers(Random random) {
    var shuffled = new ArrayList<>(resourceManagers);
    Collections.shuffle(shuffled, random);
    var count = Math.min(shuffled.size(), 2 + random.nextInt(Math.max(1, shuffled.size() - 1)));
    return new TreeSet<>(shuffled.subList(0, count));
  }

  private ClientCall send(
      HarcClient client, Random random, ClientCall call, Function<String, HarcAction> action) {
    var actions =
        call.resourceManagers().stream()
            .sorted()
            .map(rm -> HarcActionXml.write(rm, List.of(action.apply(rm))))
            .toList();
    var request =
        TransactionRequest.of(
            new TransactionId(call.transaction()),
            acceptors.stream().map(PeerEndpoint::name).toList(),
            1,
            Instant.now().plus(VOTE_TIMEOUT),
            CALLER,
            actions);
    var outcomes = new ArrayList<>(List.of(client.begin(request, DECISION_TIMEOUT).outcome()));
    if (random.nextInt(REPEAT_ONE_IN) == 0) { // by a client that does not know the first reply
      try (var repeatingClient = client(random)) {
        outcomes.add(repeatingClient.begin(request, DECISION_TIMEOUT).outcome());
      }
    }
    return call.replies(outcomes);
  }

  Collection<ClientCall> calls() {
    return List.copyOf(calls);
  }

  /** Latencies in milliseconds, the longest last. */
  List<Long> waits() {
    return waits.stream().sorted().toList();
  }
}
