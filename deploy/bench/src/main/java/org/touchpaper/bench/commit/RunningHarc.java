package org.touchpaper.bench.commit;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.touchpaper.bench.FreePorts;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.ActionXml;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.HarcPeer;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.stream.StreamPeer;

/** Acceptors in processes of their own, as they are run in earnest, and resource managers here. */
final class RunningHarc implements AutoCloseable {
  private static final Duration UNTIL_UP = Duration.ofSeconds(60);
  private static final Duration PATIENCE = Duration.ofSeconds(59);
  private static final String SECRET = "known to everybody on this bench";
  private static final Caller CALLER = new Caller("bench", "here", List.of(), "scientist", "bench");

  private final Clock clock = Clock.systemUTC();
  private final List<Process> processes = new ArrayList<>();
  private final List<BenchedRm> resourceManagers = new ArrayList<>();
  private final List<String> rmNames;
  private final List<HarcPeer> acceptors = new ArrayList<>();
  private final List<StreamPeer> streams = new ArrayList<>();
  private final LongAdder begun = new LongAdder();
  private final HarcClient client;

  RunningHarc(Path directory, int acceptorCount, int rmCount)
      throws IOException, InterruptedException {
    rmNames = IntStream.rangeClosed(1, rmCount).mapToObj(n -> "rm-" + n).toList();
    var ports = FreePorts.take(2 * acceptorCount);
    for (var i = 0; i < acceptorCount; i++) {
      var name = "acceptor-" + (i + 1);
      acceptors.add(new HarcPeer(name, URI.create("http://127.0.0.1:" + ports.get(i)), SECRET));
      streams.add(new StreamPeer(name, "127.0.0.1", ports.get(acceptorCount + i), SECRET));
    }
    var known = new StringBuilder(entry("bench", "requester"));
    for (var i = 0; i < acceptorCount; i++) {
      known.append(entry(acceptors.get(i), streams.get(i)));
    }
    for (var name : rmNames) {
      resourceManagers.add(new LoggedRm(name, directory));
      known.append(entry(name, "rm"));
    }
    var peers = Files.writeString(directory.resolve("peers.properties"), known);
    for (var i = 0; i < acceptorCount; i++) {
      processes.add(start(acceptors.get(i), streams.get(i), directory, peers));
    }
    for (var acceptor : acceptors) {
      awaitUp(acceptor);
    }
    for (var rm : resourceManagers) {
      rm.call(streams);
    }
    awaitStreams();
    client = new HarcClient("bench", withStreams(), List.of());
  }

  private List<HarcPeer> withStreams() {
    var peers = new ArrayList<HarcPeer>();
    for (var i = 0; i < acceptors.size(); i++) {
      var address = streams.get(i).host() + ":" + streams.get(i).port();
      peers.add(new HarcPeer(acceptors.get(i).name(), acceptors.get(i).url(), address, SECRET));
    }
    return peers;
  }

  private static String entry(String name, String role) {
    var key = "touchpaper.peers." + name;
    return "%1$s.secret=%2$s%n%1$s.roles=%3$s%n".formatted(key, SECRET, role);
  }

  private static String entry(HarcPeer acceptor, StreamPeer stream) {
    var key = "touchpaper.peers." + acceptor.name();
    var addresses =
        "%1$s.url=%2$s%n%1$s.stream=%3$s:%4$d%n"
            .formatted(key, acceptor.url(), stream.host(), stream.port());
    return addresses + entry(acceptor.name(), "acceptor");
  }

  private static Process start(HarcPeer acceptor, StreamPeer stream, Path directory, Path peers)
      throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var process =
        new ProcessBuilder(
            java,
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx256m",
            "-Dlogback.configurationFile=org/touchpaper/bench/logback.xml",
            "-cp",
            System.getProperty("java.class.path"),
            "org.touchpaper.harc.acceptor.AcceptorProcess",
            "--name",
            acceptor.name(),
            "--port",
            Integer.toString(acceptor.url().getPort()),
            "--stream-port",
            Integer.toString(stream.port()),
            "--data",
            directory.resolve(acceptor.name()).toString(),
            "--peers",
            peers.toString(),
            "--initialise");
    return process
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve(acceptor.name() + ".out").toFile())
        .start();
  }

  private static void awaitUp(HarcPeer acceptor) throws InterruptedException, IOException {
    var question = HttpRequest.newBuilder(acceptor.url().resolve("/health")).build();
    var end = System.nanoTime() + UNTIL_UP.toNanos();
    try (var http = HttpClient.newHttpClient()) {
      while (true) {
        try {
          if (http.send(question, BodyHandlers.discarding()).statusCode() == 200) {
            return;
          }
        } catch (IOException e) {
          if (System.nanoTime() > end) {
            throw new IOException(acceptor + " did not come up in " + UNTIL_UP, e);
          }
        }
        TimeUnit.MILLISECONDS.sleep(50);
      }
    }
  }

  /** Until then Prepare would find nobody. */
  private void awaitStreams() throws InterruptedException, IOException {
    var end = System.nanoTime() + UNTIL_UP.toNanos();
    while (!resourceManagers.stream().allMatch(BenchedRm::isReady)) {
      if (System.nanoTime() > end) {
        throw new IOException("not all streams came up in " + UNTIL_UP);
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  /** What has been spent so far, as everybody counts it. */
  Expense expense() throws IOException, InterruptedException {
    var sum = new Expense(begun.sum(), 0);
    try (var http = HttpClient.newHttpClient()) {
      for (var acceptor : acceptors) {
        var question = HttpRequest.newBuilder(acceptor.url().resolve("/health")).build();
        var health = http.send(question, BodyHandlers.ofString()).body();
        sum = sum.plus(number("said", health), number("flushes", health));
      }
    }
    for (var rm : resourceManagers) {
      sum = rm.addTo(sum);
    }
    return sum;
  }

  private static long number(String name, String json) {
    var found = Pattern.compile("\"" + name + "\":(\\d+)").matcher(json);
    if (!found.find()) {
      throw new IllegalStateException("no " + name + " in " + json);
    }
    return Long.parseLong(found.group(1));
  }

  /** One transaction over all resource managers, from the call to the decision. */
  void commitOnce() {
    var actions =
        rmNames.stream()
            .map(
                rm -> ActionXml.write(rm, List.of(new Action.Cancel(UUID.randomUUID().toString()))))
            .toList();
    var request =
        Request.of(
            new TransactionId(UUID.randomUUID() + ".1"),
            client.acceptors(),
            1,
            clock.instant().plus(PATIENCE),
            CALLER,
            actions);
    begun.increment();
    var outcome = client.begin(request, PATIENCE).outcome();
    if (outcome != Outcome.COMMIT) {
      throw new IllegalStateException(request.record().id() + " ended " + outcome);
    }
  }

  @Override
  public void close() {
    client.close();
    for (var process : processes) {
      process.destroyForcibly().onExit().join();
    }
    for (var rm : resourceManagers) {
      rm.close();
    }
  }
}
