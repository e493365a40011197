package org.touchpaper.bench.chaos;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.touchpaper.bench.FreePorts;
import org.touchpaper.harc.acceptor.Acceptor;
import org.touchpaper.harc.client.HarcPeer;
import org.touchpaper.platform.postgres.EmbeddedCluster;

/**
 * Acceptors and calendar resource managers, each a process of its own as in production, on one
 * embedded PostgreSQL with a database for each resource manager.
 */
final class Fleet implements AutoCloseable {
  static final String CLIENT = "bench";
  static final int NODES = 8;
  private static final String SECRET = "known to everybody on this bench";
  private static final Duration UNTIL_UP = Duration.ofMinutes(4);

  private final Path directory;
  private final EmbeddedCluster postgres;
  private final List<HarcPeer> acceptors = new ArrayList<>();
  private final List<HarcPeer> resourceManagers = new ArrayList<>();
  private final List<Runner> acceptorRunners = new ArrayList<>();
  private final List<Runner> rmRunners = new ArrayList<>();

  Fleet(Path directory, int acceptorCount, int rmCount) throws IOException {
    this.directory = directory;
    this.postgres = EmbeddedCluster.start(directory.resolve("postgres"), 0);
    var ports = FreePorts.take(2 * acceptorCount + rmCount);
    for (var i = 0; i < acceptorCount; i++) {
      var stream = "127.0.0.1:" + ports.get(acceptorCount + rmCount + i);
      acceptors.add(new HarcPeer("acceptor-" + (i + 1), url(ports.get(i)), stream, SECRET));
    }
    for (var i = 0; i < rmCount; i++) {
      resourceManagers.add(
          new HarcPeer("rm-" + (i + 1), url(ports.get(acceptorCount + i)), SECRET));
    }
    var peers = Files.write(directory.resolve("peers.properties"), peers());
    for (var acceptor : acceptors) {
      acceptorRunners.add(runner(acceptor.name(), acceptorCommand(acceptor, peers)));
    }
    for (var rm : resourceManagers) {
      postgres.createDatabase(database(rm.name()));
      rmRunners.add(runner(rm.name(), rmCommand(rm)));
    }
  }

  private static URI url(int port) {
    return URI.create("http://127.0.0.1:" + port);
  }

  private List<String> peers() {
    var lines = new ArrayList<String>();
    acceptors.forEach(peer -> {
      lines.addAll(peer(peer.name(), "acceptor"));
      lines.add("touchpaper.peers." + peer.name() + ".url=" + peer.url());
      lines.add("touchpaper.peers." + peer.name() + ".stream=" + peer.stream());
    });
    resourceManagers.forEach(peer -> {
      lines.addAll(peer(peer.name(), "rm"));
      lines.add("touchpaper.peers." + peer.name() + ".url=" + peer.url());
    });
    lines.addAll(peer(CLIENT, "requester"));
    return lines;
  }

  private static List<String> peer(String name, String role) {
    var key = "touchpaper.peers." + name;
    return List.of(key + ".secret=" + SECRET, key + ".roles=" + role);
  }

  private Runner runner(String name, List<String> command) {
    return new Runner(name, command, directory.resolve(name + ".log"));
  }

  private static List<String> java(String memory) {
    return new ArrayList<>(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx" + memory,
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path")));
  }

  private List<String> acceptorCommand(HarcPeer acceptor, Path peers) {
    var stream = acceptor.stream();
    var command = java("128m");
    command.addAll(
        List.of(
            "org.touchpaper.harc.acceptor.AcceptorProcess",
            "--name",
            acceptor.name(),
            "--port",
            acceptor.url().getPort() + "",
            "--stream-port",
            stream == null ? "0" : stream.substring(stream.indexOf(':') + 1),
            "--data",
            directory.resolve(acceptor.name()).toString(),
            "--peers",
            peers.toString()));
    return command;
  }

  private List<String> rmCommand(HarcPeer rm) throws IOException {
    var settings = new ArrayList<>(peers());
    settings.add("server.port=" + rm.url().getPort());
    settings.add("spring.datasource.url=" + postgres.url(database(rm.name())));
    settings.add("spring.datasource.username=" + postgres.user());
    settings.add("spring.datasource.password=" + postgres.password());
    settings.add("touchpaper.name=" + rm.name());
    settings.add("touchpaper.profile=demo");
    settings.add("touchpaper.data=" + directory.resolve(rm.name()));
    settings.add("touchpaper.rm.kind=calendar");
    settings.add("touchpaper.rm.calendar.cluster=" + machine(rm.name()));
    settings.add("touchpaper.rm.calendar.nodes=" + NODES);
    settings.add("touchpaper.rm.calendar.node-name=" + machine(rm.name()) + "-%d");
    var file = Files.write(directory.resolve(rm.name() + ".properties"), settings);
    var command = java("224m");
    command.addAll(
        List.of(
            "org.touchpaper.harc.rm.ResourceManagerApplication",
            "--spring.config.name=rm",
            "--spring.profiles.active=bench",
            "--spring.config.additional-location=file:" + file));
    return command;
  }

  static String machine(String rm) {
    return rm.replace("rm", "machine");
  }

  private static String database(String rm) {
    return rm.replace('-', '_');
  }

  /** For the first time: each acceptor's journal is made. */
  void startAll() throws IOException, InterruptedException {
    for (var acceptor : acceptors) {
      initialise(acceptor.name());
    }
    for (var runner : all()) {
      runner.start();
    }
    awaitUp();
  }

  private void initialise(String acceptor) {
    Acceptor.initialise(directory.resolve(acceptor), acceptor, 1);
  }

  /** Everything runs, answers, and has nothing to hide. */
  void awaitUp() throws IOException, InterruptedException {
    try (var http = HttpClient.newHttpClient()) {
      for (var peer : IntStream.range(0, all().size()).mapToObj(this::peer).toList()) {
        awaitUp(http, peer);
      }
    }
  }

  private HarcPeer peer(int number) {
    return number < acceptors.size()
        ? acceptors.get(number)
        : resourceManagers.get(number - acceptors.size());
  }

  private void awaitUp(HttpClient http, HarcPeer peer) throws IOException, InterruptedException {
    var question =
        HttpRequest.newBuilder(peer.url().resolve("/health"))
            .timeout(Duration.ofSeconds(5))
            .build();
    var end = System.nanoTime() + UNTIL_UP.toNanos();
    while (true) {
      try {
        if (http.send(question, BodyHandlers.discarding()).statusCode() == 200) {
          return;
        }
      } catch (IOException e) {
        if (System.nanoTime() > end) {
          throw new IOException(peer.name() + " did not come up, see its log in " + directory, e);
        }
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  List<Runner> acceptorRunners() {
    return acceptorRunners;
  }

  List<Runner> rmRunners() {
    return rmRunners;
  }

  private List<Runner> all() {
    var both = new ArrayList<>(acceptorRunners);
    both.addAll(rmRunners);
    return both;
  }

  List<HarcPeer> acceptors() {
    return acceptors;
  }

  List<String> resourceManagers() {
    return resourceManagers.stream().map(HarcPeer::name).toList();
  }

  Connection database(HarcPeer rm) throws SQLException {
    return postgres.connect(database(rm.name()));
  }

  List<HarcPeer> rmPeers() {
    return resourceManagers;
  }

  @Override
  public void close() {
    all().forEach(Runner::kill);
    postgres.close();
  }
}
