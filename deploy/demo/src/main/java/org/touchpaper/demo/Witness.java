package org.touchpaper.demo;

import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.touchpaper.demo.script.Question;
import org.touchpaper.demo.script.World;

/**
 * Answers the demo's questions by asking the running network over its own protocols: nothing is
 * taken from what the launcher happens to know. {@link Ground} looks at elements and files, {@link
 * Decisions} and {@link SegmentBooks} into everybody's books.
 */
final class Witness implements World, AutoCloseable {

  private final DataDirectory data;
  private final Ports ports;
  private final RunningNetwork network;
  private final Runnable tearDown;
  private final BooleanSupplier isInterrupted;
  private final Clock clock = Clock.systemUTC();
  private final Health health;
  private final Calls calls;
  private final Ground ground;
  private final Decisions decisions;
  private final SegmentBooks segments;
  private final ExecutorService background = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, CompletableFuture<String>> begun = new ConcurrentHashMap<>();

  Witness(
      DataDirectory data,
      Ports ports,
      RunningNetwork network,
      Runnable tearDown,
      BooleanSupplier isInterrupted) {
    this.data = data;
    this.ports = ports;
    this.network = network;
    this.tearDown = tearDown;
    this.isInterrupted = isInterrupted;
    this.health = new Health(ports);
    this.calls = new Calls(data, ports);
    this.ground = new Ground(calls, data.of("newton").resolve("allocations"));
    this.decisions = new Decisions(calls);
    this.segments = new SegmentBooks(calls);
  }

  @Override
  public String ask(Question question) {
    var answer = answer(question);
    if (isInterrupted.getAsBoolean()) {
      throw new CannotStart("interrupted"); // that a network which goes away is silent is no news
    }
    return answer;
  }

  private String answer(Question question) {
    return switch (question) {
      case Question.Now _ -> clock.instant().truncatedTo(ChronoUnit.MILLIS).toString();
      case Question.Pause(var length) -> pause(length);
      case Question.Key _ -> UUID.randomUUID().toString();
      case Question.Call(var method, var path, var body, var key) ->
          calls.frontDoor(method, path, body, key).shown();
      case Question.CallInBackground(var path, var body, var key) -> begin(path, body, key);
      case Question.Collect(var key) -> begun.getOrDefault(key, never(key)).join();
      case Question.Elements _ -> ground.elements();
      case Question.Transcript(var tid) -> ground.transcript(tid);
      case Question.Allocations _ -> ground.allocations();
      case Question.Decision(var process, var transaction) -> decisions.named(process, transaction);
      case Question.Segment(var service, var connection) -> segments.state(service, connection);
      case Question.Timetables(var from, var to) -> segments.timetables(from, to);
      case Question.Arm(var acceptor, var point) ->
          calls.post(acceptor, "/demo/stop-at?point=" + point).shown();
      case Question.Stopped(var acceptor) -> Boolean.toString(!health.isUp(acceptor));
      case Question.Kill(var process) -> kill(process);
      case Question.Healthy(var process) -> Boolean.toString(health.isUp(process));
      case Question.TearDown _ -> tearDown();
    };
  }

  private static CompletableFuture<String> never(String key) {
    return CompletableFuture.completedFuture("0 no call was made with the key " + key);
  }

  private static String pause(Duration length) {
    try {
      Thread.sleep(length);
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CannotStart("interrupted");
    }
  }

  private String begin(String path, String body, String key) {
    begun.put(
        key,
        CompletableFuture.supplyAsync(
            () -> calls.frontDoor("POST", path, body, key).shown(), background));
    return "";
  }

  private String kill(String process) {
    network.kill(process);
    return "";
  }

  private String tearDown() {
    var processes = network.processes();
    tearDown.run();
    var left = new TreeMap<String, String>();
    processes.forEach((name, pid) -> {
      if (ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)) {
        left.put(name, "process " + pid);
      }
    });
    ports.busy(Ports::isBusy).forEach(busy -> left.put(busy, "port"));
    var lock = DataLock.take(data);
    lock.ifPresentOrElse(DataLock::close, () -> left.put("lock", data.root().toString()));
    return left.isEmpty() ? "" : left.toString();
  }

  @Override
  public void close() {
    background.shutdownNow();
    calls.close();
  }
}
