package org.touchpaper.bench.chaos;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.touchpaper.bench.AcceptorFleet;
import org.touchpaper.bench.FreePorts;
import org.touchpaper.bench.Runner;
import org.touchpaper.harc.client.HarcPeer;
import org.touchpaper.platform.postgres.EmbeddedCluster;

/**
 * Acceptors and calendar resource managers, each a process of its own as in production, on one
 * embedded PostgreSQL with a database for each resource manager.
 */
final class Fleet implements AutoCloseable {
  static final String CLIENT = "bench";
  static final int NODES = 8;

  /** Whoever begins a call makes every acceptor write, so that a full disk is noticed at once. */
  static final Duration UNTIL_REFUSED = Duration.ofSeconds(60);

  private static final Pattern PROBLEM = Pattern.compile("\"problem\":\"([^\"]+)");

  private final Path directory;
  private final EmbeddedCluster postgres;
  private final AcceptorFleet acceptors;
  private final List<HarcPeer> resourceManagers = new ArrayList<>();
  private final List<Runner> rmRunners = new ArrayList<>();

  Fleet(Path directory, int acceptorCount, int rmCount) throws IOException {
    this.directory = directory;
    this.postgres = EmbeddedCluster.start(directory.resolve("postgres"), 0);
    var ports = FreePorts.take(rmCount + 2 * acceptorCount);
    for (var i = 0; i < rmCount; i++) {
      var url = URI.create("http://127.0.0.1:" + ports.get(i));
      resourceManagers.add(new HarcPeer("rm-" + (i + 1), url, AcceptorFleet.SECRET));
    }
    var peers = AcceptorFleet.peers(ports.subList(rmCount, ports.size()));
    this.acceptors = new AcceptorFleet(directory, peers, others("requester,admin"), List.of());
    for (var rm : resourceManagers) {
      postgres.createDatabase(database(rm.name()));
      rmRunners.add(new Runner(rm.name(), rmCommand(rm), directory.resolve(rm.name() + ".log")));
    }
  }

  /** Resource managers, and the client with those roles. */
  private List<String> others(String client) {
    var lines = new ArrayList<String>();
    resourceManagers.forEach(peer -> lines.addAll(AcceptorFleet.known(peer, "rm")));
    lines.addAll(AcceptorFleet.known(CLIENT, client));
    return lines;
  }

  private List<String> rmCommand(HarcPeer rm) throws IOException {
    var settings = new ArrayList<>(others("requester"));
    acceptors.peers().forEach(peer -> settings.addAll(AcceptorFleet.known(peer, "acceptor")));
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
    var program = "org.touchpaper.harc.rm.ResourceManagerApplication";
    var command = Runner.java("224m", Runner.QUICK_COMPILER, program);
    command.addAll(
        List.of(
            "--spring.config.name=rm",
            "--spring.profiles.active=bench",
            "--spring.config.additional-location=file:" + file));
    return command;
  }

  /** Where a calendar tells its machine who has which nodes. */
  Path machineOf(HarcPeer rm) {
    return directory.resolve(rm.name()).resolve("allocations");
  }

  static String machine(String rm) {
    return rm.replace("rm", "machine");
  }

  private static String database(String rm) {
    return rm.replace('-', '_');
  }

  void startAll() throws IOException, InterruptedException {
    acceptors.start();
    for (var runner : rmRunners) {
      runner.start();
    }
    awaitUp();
  }

  /** Everything runs, answers, and has nothing to hide. */
  void awaitUp() throws IOException, InterruptedException {
    awaitAcceptors();
    for (var peer : resourceManagers) {
      AcceptorFleet.awaitUp(peer);
    }
  }

  /** Every acceptor can vote. */
  void awaitAcceptors() throws IOException, InterruptedException {
    for (var peer : acceptors.peers()) {
      AcceptorFleet.awaitUp(peer);
    }
  }

  /** Why this acceptor says that it does not vote, once it does; empty if it does not say so. */
  Optional<String> awaitRefusal(HarcPeer acceptor) throws IOException, InterruptedException {
    var end = System.nanoTime() + UNTIL_REFUSED.toNanos();
    while (System.nanoTime() < end) {
      var health = AcceptorFleet.ask(acceptor, CLIENT, "/health", "GET");
      var problem = PROBLEM.matcher(health.body());
      if (health.statusCode() == 503 && problem.find()) {
        return Optional.of(problem.group(1));
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    return Optional.empty();
  }

  List<Runner> acceptorRunners() {
    return acceptors.runners();
  }

  List<Runner> rmRunners() {
    return rmRunners;
  }

  List<HarcPeer> acceptors() {
    return acceptors.peers();
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
    acceptors.close();
    rmRunners.forEach(Runner::kill);
    postgres.close();
  }
}
