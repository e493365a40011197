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
import org.touchpaper.bench.process.AcceptorCluster;
import org.touchpaper.bench.process.BenchProcess;
import org.touchpaper.bench.process.FreePortFinder;
import org.touchpaper.harc.client.PeerEndpoint;
import org.touchpaper.platform.postgres.EmbeddedCluster;

/**
 * Acceptors and calendar resource managers, each a process of its own as in production, on one
 * embedded PostgreSQL with a database for each resource manager.
 */
final class ClusterUnderTest implements AutoCloseable {
  static final String CLIENT_NAME = "bench";
  static final int NODES_PER_MACHINE = 8;

  /** Every new transaction makes every acceptor write, so that a full disk is noticed at once. */
  static final Duration REFUSAL_TIMEOUT = Duration.ofSeconds(60);

  private static final Pattern PROBLEM = Pattern.compile("\"problem\":\"([^\"]+)");

  private final Path directory;
  private final EmbeddedCluster postgres;
  private final AcceptorCluster acceptors;
  private final List<PeerEndpoint> resourceManagers = new ArrayList<>();
  private final List<BenchProcess> rmProcesses = new ArrayList<>();

  ClusterUnderTest(Path directory, int acceptorCount, int rmCount) throws IOException {
    this.directory = directory;
    this.postgres = EmbeddedCluster.start(directory.resolve("postgres"), 0);
    var ports = FreePortFinder.find(rmCount + 2 * acceptorCount);
    for (var i = 0; i < rmCount; i++) {
      var url = URI.create("http://127.0.0.1:" + ports.get(i));
      resourceManagers.add(new PeerEndpoint("rm-" + (i + 1), url, AcceptorCluster.SECRET));
    }
    var peers = AcceptorCluster.peers(ports.subList(rmCount, ports.size()));
    this.acceptors = new AcceptorCluster(directory, peers, otherPeers("requester,admin"));
    for (var rm : resourceManagers) {
      postgres.createDatabase(database(rm.name()));
      rmProcesses.add(
          new BenchProcess(rm.name(), rmCommand(rm), directory.resolve(rm.name() + ".log")));
    }
  }

  /** Properties of the resource managers, and of the client with the given roles. */
  private List<String> otherPeers(String clientRoles) {
    var properties = new ArrayList<String>();
    resourceManagers.forEach(peer -> properties.addAll(AcceptorCluster.peerProperties(peer, "rm")));
    properties.addAll(AcceptorCluster.peerProperties(CLIENT_NAME, clientRoles));
    return properties;
  }

  private List<String> rmCommand(PeerEndpoint rm) throws IOException {
    var settings = new ArrayList<>(otherPeers("requester"));
    acceptors
        .peers()
        .forEach(peer -> settings.addAll(AcceptorCluster.peerProperties(peer, "acceptor")));
    settings.add("server.port=" + rm.url().getPort());
    settings.add("spring.datasource.url=" + postgres.url(database(rm.name())));
    settings.add("spring.datasource.username=" + postgres.user());
    settings.add("spring.datasource.password=" + postgres.password());
    settings.add("touchpaper.name=" + rm.name());
    settings.add("touchpaper.profile=demo");
    settings.add("touchpaper.data=" + directory.resolve(rm.name()));
    settings.add("touchpaper.rm.kind=calendar");
    settings.add("touchpaper.rm.calendar.cluster=" + machine(rm.name()));
    settings.add("touchpaper.rm.calendar.nodes=" + NODES_PER_MACHINE);
    settings.add("touchpaper.rm.calendar.node-name=" + machine(rm.name()) + "-%d");
    var file = Files.write(directory.resolve(rm.name() + ".properties"), settings);
    var program = "org.touchpaper.harc.rm.ResourceManagerApplication";
    var command = BenchProcess.java("224m", BenchProcess.QUICK_COMPILER, program);
    command.add(file.toString());
    return command;
  }

  /** The directory of a machine's allocation files. */
  Path allocationDirectory(PeerEndpoint rm) {
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
    for (var process : rmProcesses) {
      process.start();
    }
    awaitUp();
  }

  /** Waits until every process is healthy. */
  void awaitUp() throws IOException, InterruptedException {
    awaitAcceptors();
    for (var peer : resourceManagers) {
      AcceptorCluster.awaitUp(peer);
    }
  }

  /** Waits until every acceptor is healthy. */
  void awaitAcceptors() throws IOException, InterruptedException {
    for (var peer : acceptors.peers()) {
      AcceptorCluster.awaitUp(peer);
    }
  }

  /** Waits for an acceptor to report a problem and returns it; empty after the timeout. */
  Optional<String> awaitRefusal(PeerEndpoint acceptor) throws IOException, InterruptedException {
    var deadline = System.nanoTime() + REFUSAL_TIMEOUT.toNanos();
    while (System.nanoTime() < deadline) {
      var health = AcceptorCluster.call(acceptor, CLIENT_NAME, "/health", "GET");
      var problem = PROBLEM.matcher(health.body());
      if (health.statusCode() == 503 && problem.find()) {
        return Optional.of(problem.group(1));
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    return Optional.empty();
  }

  List<BenchProcess> acceptorProcesses() {
    return acceptors.processes();
  }

  List<BenchProcess> rmProcesses() {
    return rmProcesses;
  }

  List<PeerEndpoint> acceptors() {
    return acceptors.peers();
  }

  List<String> resourceManagers() {
    return resourceManagers.stream().map(PeerEndpoint::name).toList();
  }

  Connection database(PeerEndpoint rm) throws SQLException {
    return postgres.connect(database(rm.name()));
  }

  List<PeerEndpoint> rmPeers() {
    return resourceManagers;
  }

  @Override
  public void close() {
    acceptors.close();
    rmProcesses.forEach(BenchProcess::kill);
    postgres.close();
  }
}
