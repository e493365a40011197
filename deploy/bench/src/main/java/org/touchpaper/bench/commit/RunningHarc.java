package org.touchpaper.bench.commit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.ActionXml;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.HarcPeer;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;

/** Acceptors in processes of their own, as they are run in earnest, and resource managers here. */
final class RunningHarc implements AutoCloseable {
  private static final Duration UNTIL_UP = Duration.ofSeconds(60);
  private static final Duration PATIENCE = Duration.ofSeconds(59);
  private static final String SECRET = "known to everybody on this bench";
  private static final Caller CALLER = new Caller("bench", "here", List.of(), "scientist", "bench");

  private final Clock clock = Clock.systemUTC();
  private final List<Process> processes = new ArrayList<>();
  private final List<LoggedRm> resourceManagers = new ArrayList<>();
  private final List<String> rmNames;
  private final List<HarcPeer> acceptors = new ArrayList<>();
  private final HarcClient client;

  RunningHarc(Path directory, int acceptorCount, int rmCount)
      throws IOException, InterruptedException {
    rmNames = IntStream.rangeClosed(1, rmCount).mapToObj(n -> "rm-" + n).toList();
    for (var port : freePorts(acceptorCount)) {
      var name = "acceptor-" + (acceptors.size() + 1);
      acceptors.add(new HarcPeer(name, URI.create("http://127.0.0.1:" + port), SECRET));
    }
    var known = new StringBuilder(entry("bench", null, "requester"));
    acceptors.forEach(peer -> known.append(entry(peer.name(), peer.url(), "acceptor")));
    for (var name : rmNames) {
      var rm = new LoggedRm(name, directory);
      rm.knows(acceptors);
      resourceManagers.add(rm);
      known.append(entry(name, rm.url(), "rm"));
    }
    var peers = Files.writeString(directory.resolve("peers.properties"), known);
    for (var acceptor : acceptors) {
      processes.add(start(acceptor, directory, peers));
    }
    for (var acceptor : acceptors) {
      awaitUp(acceptor);
    }
    client = new HarcClient("bench", acceptors, List.of());
  }

  /** All at once, so that no two are the same. */
  private static List<Integer> freePorts(int count) throws IOException {
    var open = new ArrayList<ServerSocket>();
    try {
      for (var i = 0; i < count; i++) {
        open.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return open.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (var socket : open) {
        socket.close();
      }
    }
  }

  private static String entry(String name, @Nullable URI url, String roles) {
    var key = "touchpaper.peers." + name;
    return (url == null ? "" : key + ".url=" + url + "\n")
        + key
        + ".secret="
        + SECRET
        + "\n"
        + key
        + ".roles="
        + roles
        + "\n";
  }

  private static Process start(HarcPeer acceptor, Path directory, Path peers) throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var process =
        new ProcessBuilder(
            java,
            "-XX:+UseSerialGC",
            "-Xmx256m",
            "-Dlogback.configurationFile=org/touchpaper/bench/commit/logback.xml",
            "-cp",
            System.getProperty("java.class.path"),
            "org.touchpaper.harc.acceptor.AcceptorProcess",
            "--name",
            acceptor.name(),
            "--port",
            Integer.toString(acceptor.url().getPort()),
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
    var outcome = client.begin(request, PATIENCE).outcome();
    if (outcome != Outcome.COMMIT) {
      throw new IllegalStateException(request.record().id() + " ended " + outcome);
    }
  }

  @Override
  public void close() throws IOException {
    client.close();
    for (var process : processes) {
      process.destroyForcibly().onExit().join();
    }
    for (var rm : resourceManagers) {
      rm.close();
    }
  }
}
