package org.touchpaper.demo;

import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.touchpaper.demo.config.DataDirectory;
import org.touchpaper.demo.config.DataLock;
import org.touchpaper.demo.config.PortPlan;
import org.touchpaper.demo.config.StartupException;
import org.touchpaper.demo.probe.DemoHttpClient;
import org.touchpaper.demo.probe.NetworkStateReader;
import org.touchpaper.demo.probe.SegmentStateReader;
import org.touchpaper.demo.probe.TransactionDecisionReader;
import org.touchpaper.demo.scenario.DemoControlRequest;
import org.touchpaper.demo.scenario.DemoControlRequestHandler;

/**
 * Answers the demo's queries over the running network's own protocols, without the launcher's
 * internal state. {@link NetworkStateReader} reads elements and files; {@link
 * TransactionDecisionReader} and {@link SegmentStateReader} query the services.
 */
final class RunningDemoControlRequestHandler implements DemoControlRequestHandler, AutoCloseable {

  private final DataDirectory data;
  private final PortPlan ports;
  private final DemoNetworkSupervisor network;
  private final Optional<DemoApplicationRunEnvironment> runs;
  private final Runnable tearDown;
  private final BooleanSupplier isInterrupted;
  private final Clock clock = Clock.systemUTC();
  private final DemoHttpClient calls;
  private final NetworkStateReader groundTruth;
  private final TransactionDecisionReader decisions;
  private final SegmentStateReader segments;
  private final ExecutorService background = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, CompletableFuture<String>> pendingCalls = new ConcurrentHashMap<>();

  RunningDemoControlRequestHandler(
      DataDirectory data,
      PortPlan ports,
      DemoNetworkSupervisor network,
      Optional<DemoApplicationRunEnvironment> runs,
      Runnable tearDown,
      BooleanSupplier isInterrupted) {
    this.data = data;
    this.ports = ports;
    this.network = network;
    this.runs = runs;
    this.tearDown = tearDown;
    this.isInterrupted = isInterrupted;
    this.calls = new DemoHttpClient(data, ports);
    this.groundTruth = new NetworkStateReader(calls, data.of("newton").resolve("allocations"));
    this.decisions = new TransactionDecisionReader(calls);
    this.segments = new SegmentStateReader(calls);
  }

  @Override
  public String answer(DemoControlRequest query) {
    var answer = evaluate(query);
    if (isInterrupted.getAsBoolean()) {
      throw new StartupException("interrupted"); // a network that is stopping does not answer
    }
    return answer;
  }

  private String evaluate(DemoControlRequest query) {
    return switch (query) {
      case DemoControlRequest.CurrentTime _ ->
          clock.instant().truncatedTo(ChronoUnit.MILLIS).toString();
      case DemoControlRequest.Pause(var length) -> pause(length);
      case DemoControlRequest.Key _ -> UUID.randomUUID().toString();
      case DemoControlRequest.Call(var bar, var method, var path, var body, var key) ->
          calls.callBar(bar, method, path, body, key).text();
      case DemoControlRequest.BackgroundCall(var path, var body, var key) ->
          callInBackground(path, body, key);
      case DemoControlRequest.BackgroundReply(var key) ->
          pendingCalls.getOrDefault(key, noSuchCall(key)).join();
      case DemoControlRequest.Elements _ -> groundTruth.elements();
      case DemoControlRequest.Transcript(var tid) -> groundTruth.transcript(tid);
      case DemoControlRequest.Allocations _ -> groundTruth.allocations();
      case DemoControlRequest.Decision(var process, var transaction) ->
          decisions.decisionAt(process, transaction);
      case DemoControlRequest.Segment(var service, var connection) ->
          segments.state(service, connection);
      case DemoControlRequest.Timetables(var from, var to) -> segments.timetables(from, to);
      case DemoControlRequest.SetStopPoint(var acceptor, var point) ->
          calls.post(acceptor, "/demo/stop-at?point=" + point).text();
      case DemoControlRequest.StopPointStatus(var acceptor) ->
          Boolean.toString(!calls.isUp(acceptor));
      case DemoControlRequest.Kill(var process) -> kill(process);
      case DemoControlRequest.ProcessHealth(var process) -> Boolean.toString(calls.isUp(process));
      case DemoControlRequest.Engine _ ->
          runs.map(launched -> launched.describe(calls)).orElse("{\"isInstalled\":false}");
      case DemoControlRequest.ViewRun(var id, var frames) ->
          runs.map(launched -> launched.viewer(calls).watch(id, frames)).orElse("{}");
      case DemoControlRequest.StopNetwork _ -> tearDown();
    };
  }

  private static CompletableFuture<String> noSuchCall(String key) {
    return CompletableFuture.completedFuture("0 no call was started with the key " + key);
  }

  private static String pause(Duration length) {
    try {
      Thread.sleep(length);
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartupException("interrupted");
    }
  }

  private String callInBackground(String path, String body, String key) {
    pendingCalls.put(
        key,
        CompletableFuture.supplyAsync(
            () -> calls.callBar("bar-ucl", "POST", path, body, key).text(), background));
    return "";
  }

  private String kill(String process) {
    network.kill(process);
    return "";
  }

  private String tearDown() {
    var processes = network.processes();
    tearDown.run();
    var leftovers = new TreeMap<String, String>();
    processes.forEach((name, pid) -> {
      if (ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)) {
        leftovers.put(name, "process " + pid);
      }
    });
    ports.listBusy(PortPlan::isBusy).forEach(port -> leftovers.put(port, "port"));
    var lock = DataLock.tryAcquire(data);
    lock.ifPresentOrElse(DataLock::close, () -> leftovers.put("lock", data.root().toString()));
    return leftovers.isEmpty() ? "" : leftovers.toString();
  }

  @Override
  public void close() {
    background.shutdownNow();
    calls.close();
  }
}
