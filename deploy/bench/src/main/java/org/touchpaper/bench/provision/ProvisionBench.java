package org.touchpaper.bench.provision;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.springframework.context.ConfigurableApplicationContext;
import org.touchpaper.bench.FreePorts;
import org.touchpaper.bench.Scratch;
import org.touchpaper.platform.postgres.EmbeddedCluster;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.provider.SegmentProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Brings up many circuits that are due within one second. */
@Command(
    name = "provision",
    mixinStandardHelpOptions = true,
    description = {
      "Books circuits over a chain of four emulated elements, all due within one second, and takes",
      "the time from that second's beginning until every one was read back as up and its holder",
      "was told; then ends them all. The NSAP is the real one, on PostgreSQL, and the elements are",
      "at the other end of TCP connections. Status 1 if it takes longer than --within."
    })
public final class ProvisionBench implements Callable<Integer> {

  private static final Requester ASKER =
      new Requester(
          "bench", new Requester.Person("bench", "bench", List.of(), "scientist"), "bench");
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--circuits", paramLabel = "N", description = "so many (${DEFAULT-VALUE})")
  private int circuits = 1_000;

  @Option(
      names = "--standing",
      paramLabel = "N",
      description = "so many groups stand on each element before (${DEFAULT-VALUE})")
  private int standing;

  @Option(names = "--within", paramLabel = "S", description = "seconds allowed (${DEFAULT-VALUE})")
  private int within = 10;

  @Option(names = "--json", description = "end with one line of JSON")
  private boolean json;

  private final ShiftedClock clock = new ShiftedClock();
  private final Listening holder = new Listening();

  @Override
  public Integer call() throws IOException {
    var scratch = Scratch.of("provision");
    try (var cluster =
            EmbeddedCluster.start(
                scratch.directory().resolve("postgres"), FreePorts.take(1).getFirst());
        var elements = FourElements.start(scratch.directory().resolve("elements"))) {
      elements.enterStanding(standing);
      cluster.createDatabase("nsap");
      var topology = FourElements.topology(scratch.directory(), circuits);
      try (var nsap = BenchedNsap.start(cluster, elements, topology, clock, holder)) {
        return measure(nsap, elements);
      }
    } finally {
      scratch.remove();
    }
  }

  private int measure(ConfigurableApplicationContext nsap, FourElements elements) {
    var segment = nsap.getBean(SegmentProvider.class);
    var out = spec.commandLine().getOut();
    var start = clock.instant().plus(Duration.ofHours(1));
    var before = elements.holds();
    var booking = System.nanoTime();
    List<Future<?>> bookings;
    try (var threads = Executors.newFixedThreadPool(4)) {
      bookings =
          IntStream.range(0, circuits)
              .<Future<?>>mapToObj(n -> threads.submit(() -> book(segment, n, start)))
              .toList();
    } // waits for all
    bookings.forEach(Future::resultNow);
    out.printf(Locale.ROOT, "%d booked in %.1f s%n", circuits, since(booking));
    clock.putForwardTo(start);
    var begun = System.nanoTime();
    await(() -> holder.count(DataPlane.ACTIVE) == circuits);
    var up = since(begun);
    out.printf(
        Locale.ROOT,
        "%d circuits over %d elements up in %.2f s; the elements hold %d things more%n",
        circuits,
        elements.count(),
        up,
        elements.holds() - before);
    clock.putForwardTo(start.plus(Duration.ofHours(1)));
    begun = System.nanoTime();
    await(() -> holder.count(DataPlane.INACTIVE) == circuits);
    out.printf(
        Locale.ROOT,
        "down in %.2f s, with %d things left%n",
        since(begun),
        elements.holds() - before);
    tell(out, elements.count(), up);
    return up <= within && elements.holds() == before ? 0 : 1;
  }

  private void tell(PrintWriter out, int elements, double seconds) {
    if (json) {
      out.printf(
          Locale.ROOT,
          "{\"circuits\":%d,\"elements\":%d,\"seconds\":%.2f}%n",
          circuits,
          elements,
          seconds);
    }
  }

  private void book(SegmentProvider segment, int n, Instant start) {
    var id = new ConnectionId(new UUID(0x7000, n));
    var begin = start.plusMillis(n * 1_000L / circuits);
    var schedule = new Schedule(begin, start.plus(Duration.ofHours(1)));
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

  private static void await(BooleanSupplier done) {
    var deadline = System.nanoTime() + PATIENCE.toNanos();
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
  }

  private static double since(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }
}
