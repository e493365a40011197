package org.touchpaper.bench.rest;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.touchpaper.bench.command.AbstractBenchCommand;
import org.touchpaper.bench.command.ClosedLoopLoad;
import org.touchpaper.bench.process.DemoNetworkProcess;
import org.touchpaper.bench.process.WorkDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code bench rest}: rate, latency and cost of bookings through the REST API. */
@Command(
    name = "rest",
    mixinStandardHelpOptions = true,
    description = {
      "Starts a demo network of its own and books through the REST API of UCL's BAR: lightpaths to",
      "Manchester, then co-allocations of a lightpath and four nodes. Each booking has a minute of"
          + " its",
      "own, so none is refused. Counts per booking: CPU time of all processes with PostgreSQL,",
      "committed transactions, flushes of PostgreSQL's log, and HTTP requests with SOAP.",
      "",
      "The baseline makes as many flushed commits on the same PostgreSQL and as many HTTP requests"
          + " as",
      "a booking does, by the same number of clients, and nothing else.",
      "",
      "With --stored, it stores copies of bookings that it has made, with all their rows in all",
      "databases: nine of ten ended, the others between those that it books. It measures with each",
      "number of stored bookings and prints the ratio to the first one. To store 100,000 takes",
      "about ten minutes."
    })
public final class RestBench extends AbstractBenchCommand {

  @Option(
      names = "--clients",
      split = ",",
      paramLabel = "N",
      description = "numbers of parallel clients (1,16)")
  private List<Integer> clients = List.of(1, 16);

  @Option(
      names = "--stored",
      split = ",",
      paramLabel = "N",
      description = "numbers of stored bookings, rising, such as 100,10000,100000 (0)")
  private List<Integer> stored = List.of(0);

  @Option(
      names = "--warm-up",
      paramLabel = "S",
      description = "seconds of bookings before the first measurement (${DEFAULT-VALUE})")
  private int warmUpSeconds = 60;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "seconds of each measurement (${DEFAULT-VALUE})")
  private int seconds = 20;

  @Option(
      names = "--port-base",
      paramLabel = "N",
      description = "moves the network's ports up by N (${DEFAULT-VALUE})")
  private int portBase = 9000;

  /** The measurement of one kind of booking by a number of clients. */
  private record Run(
      int stored,
      BookingWorkload.Kind kind,
      int clients,
      ClosedLoopLoad.Sample sample,
      ServiceActivitySnapshot each,
      ClosedLoopLoad.Sample baseline) {

    String json() {
      return String.format(
          Locale.ROOT,
          "{\"stored\":%d,\"kind\":\"%s\",\"clients\":%d,\"rate\":%.2f,\"p50_ms\":%.1f,\"p99_ms\":%.1f,"
              + "\"cpu_ms\":%.1f,\"commits\":%.1f,\"flushes\":%.1f,\"messages\":%.1f,"
              + "\"baseline_rate\":%.2f,\"baseline_p50_ms\":%.1f}",
          stored,
          kind,
          clients,
          sample.rate(),
          sample.p50(),
          sample.p99(),
          each.cpuMillis(),
          each.commits(),
          each.flushes(),
          each.messages(),
          baseline.rate(),
          baseline.p50());
    }
  }

  @Override
  public Integer call() throws Exception {
    if (clients.stream().anyMatch(number -> number < 1) || warmUpSeconds < 1 || seconds < 1) {
      throw invalidOption("--clients, --warm-up and --seconds must be 1 or more");
    }
    if (stored.getFirst() < 0 || !stored.equals(stored.stream().distinct().sorted().toList())) {
      throw invalidOption("--stored must be rising numbers, each 0 or more");
    }
    var directory = WorkDirectory.create("rest");
    try (var network = DemoNetworkProcess.start(directory.path(), portBase);
        var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      var runs = measureAll(network, http);
      printJson("{\"runs\":[%s]}", String.join(",", runs.stream().map(Run::json).toList()));
    } finally {
      directory.delete();
    }
    return 0;
  }

  private List<Run> measureAll(DemoNetworkProcess network, HttpClient http) throws Exception {
    if (stored.equals(List.of(0))) {
      return measureEach(network, http, Optional.empty());
    }
    try (var copies = AllDatabasesBookingCopier.create(network, http)) {
      return measureEach(network, http, Optional.of(copies));
    }
  }

  private List<Run> measureEach(
      DemoNetworkProcess network, HttpClient http, Optional<AllDatabasesBookingCopier> copies)
      throws Exception {
    var slots = new AtomicInteger();
    var runs = new ArrayList<Run>();
    print("warming up, %d s%n", warmUpSeconds);
    for (var kind : BookingWorkload.Kind.values()) {
      var workload = new BookingWorkload(kind, network.barUrl(), http, slots);
      new ClosedLoopLoad(4, Duration.ofMillis(500L * warmUpSeconds)).run(workload);
    }
    print(
        " stored  clients  booking          per s  ratio   p50 ms  ratio   p99 ms   CPU ms  ratio"
            + "  commits  flushes  messages   baseline per s   p50 ms   rate%n");
    for (var count : stored) {
      if (copies.isPresent()) {
        var kind = BookingWorkload.Kind.CO_ALLOCATION;
        copies
            .get()
            .storeUpTo(
                count,
                new BookingWorkload(kind, network.barUrl(), http, slots),
                copied -> print("%d of %d bookings stored%n", copied, count));
      }
      for (var number : clients) {
        for (var kind : BookingWorkload.Kind.values()) {
          var workload = new BookingWorkload(kind, network.barUrl(), http, slots);
          var run = measure(workload, count, kind, number, network, http);
          var first =
              runs.stream()
                  .filter(other -> other.kind() == kind && other.clients() == number)
                  .findFirst();
          printRow(run, first.orElse(run));
          runs.add(run);
        }
      }
    }
    return runs;
  }

  private Run measure(
      BookingWorkload workload,
      int count,
      BookingWorkload.Kind kind,
      int number,
      DemoNetworkProcess network,
      HttpClient http)
      throws Exception {
    var load = new ClosedLoopLoad(number, Duration.ofSeconds(seconds));
    var before = ServiceActivitySnapshot.read(network, http);
    var sample = load.run(workload);
    var each = ServiceActivitySnapshot.read(network, http).eachSince(before, sample.done());
    try (var baseline = new FlushAndEchoBaseline(network, http, each, number)) {
      return new Run(count, kind, number, sample, each, load.run(baseline));
    }
  }

  private void printRow(Run run, Run first) {
    print(
        "%7d  %7d  %-14s %7.1f %5.2fx %8.0f %5.2fx %8.0f %8.0f %5.2fx %8.1f %8.1f %9.1f %16.1f"
            + " %8.0f %5.2fx%n",
        run.stored(),
        run.clients(),
        run.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        run.sample().rate(),
        run.sample().rate() / first.sample().rate(),
        run.sample().p50(),
        run.sample().p50() / first.sample().p50(),
        run.sample().p99(),
        run.each().cpuMillis(),
        run.each().cpuMillis() / first.each().cpuMillis(),
        run.each().commits(),
        run.each().flushes(),
        run.each().messages(),
        run.baseline().rate(),
        run.baseline().p50(),
        run.sample().rate() / run.baseline().rate());
  }
}
