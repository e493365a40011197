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
import org.touchpaper.demo.probe.SegmentReports;
import org.touchpaper.demo.probe.TransactionDecisionReader;
import org.touchpaper.demo.scenario.NetworkQuery;
import org.touchpaper.demo.scenario.NetworkView;

/**
 * Answers the demo's queries over the running network's own protocols, without the launcher's
 * internal state. {@link NetworkStateReader} reads elements and files; {@link
 * TransactionDecisionReader} and {@link SegmentReports} query the services.
 */
final class DemoNetworkClient implements NetworkView, AutoCloseable {

  private final DataDirectory data;
  private final PortPlan ports;
  private final RunningNetwork network;
  private final Optional<ApplicationRunSettings> runs;
  private final Runnable tearDown;
  private final BooleanSupplier isInterrupted;
  private final Clock clock = Clock.systemUTC();
  private final DemoHttpClient calls;
  private final NetworkStateReader groundTruth;
  private final TransactionDecisionReader decisions;
  private final SegmentReports segments;
  private final ExecutorService background = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, CompletableFuture<String>> pendingCalls = new ConcurrentHashMap<>();

  DemoNetworkClient(
      DataDirectory data,
      PortPlan ports,
      RunningNetwork network,
      Optional<ApplicationRunSettings> runs,
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
    this.segments = new SegmentReports(calls);
  }

  @Override
  public String answer(NetworkQuery query) {
    var answer = evaluate(query);
    if (isInterrupted.getAsBoolean()) {
      throw new StartupException("interrupted"); // a network that is stopping does not answer
    }
    return answer;
  }

  private String evaluate(NetworkQuery query) {
    return switch (query) {
      case NetworkQuery.CurrentTime _ -> clock.instant().truncatedTo(ChronoUnit.MILLIS).toString();
      case NetworkQuery.Pause(var length) -> pause(length);
      case NetworkQuery.Key _ -> UUID.randomUUID().toString();
      case NetworkQuery.Call(var bar, var method, var path, var body, var key) ->
          calls.callBar(bar, method, path, body, key).text();
      case NetworkQuery.BackgroundCall(var path, var body, var key) ->
          callInBackground(path, body, key);
      case NetworkQuery.BackgroundReply(var key) ->
          pendingCalls.getOrDefault(key, noSuchCall(key)).join();
      case NetworkQuery.Elements _ -> groundTruth.elements();
      case NetworkQuery.Transcript(var tid) -> groundTruth.transcript(tid);
      case NetworkQuery.Allocations _ -> groundTruth.allocations();
      case NetworkQuery.Decision(var process, var transaction) ->
          decisions.decisionAt(process, transaction);
      case NetworkQuery.Segment(var service, var connection) -> segments.state(service, connection);
      case NetworkQuery.Timetables(var from, var to) -> segments.timetables(from, to);
      case NetworkQuery.SetStopPoint(var acceptor, var point) ->
          calls.post(acceptor, "/demo/stop-at?point=" + point).text();
      case NetworkQuery.StopPointStatus(var acceptor) -> Boolean.toString(!calls.isUp(acceptor));
      case NetworkQuery.Kill(var process) -> kill(process);
      case NetworkQuery.ProcessHealth(var process) -> Boolean.toString(calls.isUp(process));
      case NetworkQuery.Engine _ ->
          runs.map(launched -> launched.describe(calls)).orElse("{\"isInstalled\":false}");
      case NetworkQuery.ViewRun(var id, var frames) ->
          runs.map(launched -> launched.viewer(calls).watch(id, frames)).orElse("{}");
      case NetworkQuery.StopNetwork _ -> tearDown();
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
