package org.touchpaper.bench.chaos;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bench.process.BenchProcess;

/**
 * Injects faults one after another, in the order of a shuffled {@link FaultSequence}, until
 * stopped. Every fault is reverted: a killed process is restarted, a halted one resumed, and a full
 * disk freed.
 */
final class ChaosInjector {
  private static final int MIN_PAUSE_MILLIS = 300;
  private static final int PAUSE_RANGE_MILLIS = 3000;
  private static final int MAX_FAULT_MILLIS = 4000;

  private final ClusterUnderTest cluster;
  private final Random random;
  private final FaultSequence schedule;
  private final FaultDrivenLoadPacer pacer;
  private final Consumer<String> listener;
  private final CountDownLatch stopRequested = new CountDownLatch(1);
  private final Map<FaultKind, Integer> counts = new EnumMap<>(FaultKind.class);
  private final List<String> violations = new ArrayList<>();
  private final Thread thread = Thread.ofPlatform().name("chaos-injector").unstarted(this::run);
  private volatile @Nullable Exception failure;

  /** Kinds of fault with their relative frequency. */
  enum FaultKind {
    KILL_ACCEPTOR(4),
    HALT_ACCEPTOR(4),
    KILL_ALL_ACCEPTORS(1),
    FILL_DISK(1),
    KILL_RM(1),
    HALT_RM(2);

    private final int weight;

    FaultKind(int weight) {
      this.weight = weight;
    }

    int weight() {
      return weight;
    }
  }

  /**
   * Creates an injector for a seed.
   *
   * @param pacer notified of each fault
   * @param listener receives a description of each fault
   */
  ChaosInjector(
      ClusterUnderTest cluster, long seed, FaultDrivenLoadPacer pacer, Consumer<String> listener) {
    this.cluster = cluster;
    this.random = new Random(seed);
    this.schedule = new FaultSequence(random);
    this.pacer = pacer;
    this.listener = listener;
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      do {
        inject(schedule.next());
        if (random.nextInt(3)
            > 0) { // otherwise most processes of a slow machine would be starting all the time
          cluster.awaitUp();
        }
      } while (!pause(MIN_PAUSE_MILLIS + random.nextInt(PAUSE_RANGE_MILLIS)));
    } catch (IOException | InterruptedException | RuntimeException e) {
      failure = e;
    } finally {
      pacer.stop();
    }
  }

  private void inject(FaultKind kind) throws IOException, InterruptedException {
    switch (kind) {
      case KILL_ACCEPTOR -> kill(kind, choose(cluster.acceptorProcesses()));
      case HALT_ACCEPTOR -> halt(kind, choose(cluster.acceptorProcesses()));
      case KILL_ALL_ACCEPTORS -> killAllAcceptors();
      case FILL_DISK -> fillDisk(random.nextInt(cluster.acceptors().size()));
      case KILL_RM -> kill(kind, choose(cluster.rmProcesses()));
      case HALT_RM -> halt(kind, choose(cluster.rmProcesses()));
    }
  }

  private BenchProcess choose(List<BenchProcess> processes) {
    return processes.get(random.nextInt(processes.size()));
  }

  private void recordFault(FaultKind kind, String message) {
    listener.accept(message);
    counts.merge(kind, 1, Integer::sum);
    pacer.onFault();
  }

  /** Kills a process, and at random another one meanwhile. */
  private void kill(FaultKind kind, BenchProcess victim) throws IOException, InterruptedException {
    victim.kill();
    recordFault(kind, "kill -9 " + victim.name());
    var second = random.nextInt(3) == 0 ? choose(cluster.acceptorProcesses()) : victim;
    pause(random.nextInt(MAX_FAULT_MILLIS / 2));
    if (second != victim) {
      listener.accept("kill -9 " + second.name() + " as well");
      second.kill();
      pause(random.nextInt(MAX_FAULT_MILLIS / 2));
      second.start();
    }
    victim.start();
  }

  /** Kills all acceptors, as a power failure does: for a while no acceptor answers. */
  private void killAllAcceptors() throws IOException, InterruptedException {
    cluster.acceptorProcesses().forEach(BenchProcess::kill);
    recordFault(FaultKind.KILL_ALL_ACCEPTORS, "kill -9 every acceptor");
    pause(random.nextInt(MAX_FAULT_MILLIS));
    for (var process : cluster.acceptorProcesses()) {
      process.start();
    }
  }

  private void halt(FaultKind kind, BenchProcess victim) throws IOException, InterruptedException {
    victim.halt();
    recordFault(kind, "halt " + victim.name());
    pause(random.nextInt(MAX_FAULT_MILLIS));
    victim.resume();
  }

  /**
   * Fills an acceptor's disk. The acceptor must report that it does not vote, and vote again after
   * space is freed and it was restarted. All acceptors are up before, so that requests reach it.
   * Without further requests it writes nothing, and the fault is not counted.
   */
  private void fillDisk(int index) throws IOException, InterruptedException {
    var victim = cluster.acceptorProcesses().get(index);
    cluster.awaitAcceptors();
    victim.fillDisk();
    listener.accept("the disk of " + victim.name() + " is full");
    pacer.onFault();
    var refusal = cluster.awaitRefusal(cluster.acceptors().get(index));
    if (refusal.isPresent()) {
      listener.accept(victim.name() + " does not vote: " + refusal.get());
      counts.merge(FaultKind.FILL_DISK, 1, Integer::sum);
    } else if (stopRequested.getCount() > 0) {
      violations.add(
          "%s reports no problem %d s after its disk was full"
              .formatted(victim.name(), ClusterUnderTest.REFUSAL_TIMEOUT.toSeconds()));
    }
    pause(MAX_FAULT_MILLIS);
    victim.kill();
    victim.start();
    cluster.awaitAcceptors();
    listener.accept(victim.name() + " has disk space again, and votes");
  }

  /** Waits; returns true if a stop was requested. */
  private boolean pause(int millis) throws InterruptedException {
    return stopRequested.await(millis, TimeUnit.MILLISECONDS);
  }

  /** The number of faults of each kind; valid after {@link #stop}. */
  FaultCounts faultCounts() {
    return new FaultCounts(counts);
  }

  /** Wrong reactions to faults; valid after {@link #stop}. */
  List<String> violations() {
    return List.copyOf(violations);
  }

  /** Stops after the current fault is reverted. */
  void stop() throws IOException, InterruptedException {
    stopRequested.countDown();
    thread.join();
    var problem = failure;
    if (problem != null) {
      throw new IOException("fault injection failed: " + problem.getMessage(), problem);
    }
  }
}
