package org.touchpaper.bench.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.touchpaper.harc.acceptor.AcceptorServer;
import org.touchpaper.harc.client.PeerEndpoint;
import org.touchpaper.http.TimedHttpExchange;

/** Acceptors, each a process of its own with a journal. */
public final class AcceptorCluster implements AutoCloseable {
  /** The shared secret of all peers. */
  public static final String SECRET = "bench-shared-secret";

  private static final Duration STARTUP_TIMEOUT = Duration.ofMinutes(4);
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);
  private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*\"([^\"]+)\"");

  private final Path directory;
  private final List<PeerEndpoint> peers;
  private final List<BenchProcess> processes = new ArrayList<>();

  /**
   * Prepares the acceptors without starting them.
   *
   * @param directory for journals and logs
   * @param peers the acceptors, each with a stream address
   * @param settings properties of other peers, and more settings of each acceptor
   */
  public AcceptorCluster(Path directory, List<PeerEndpoint> peers, List<String> settings)
      throws IOException {
    this.directory = directory;
    this.peers = List.copyOf(peers);
    var properties = new ArrayList<String>();
    peers.forEach(peer -> properties.addAll(peerProperties(peer, "acceptor")));
    properties.addAll(settings);
    for (var peer : peers) {
      var file = directory.resolve(peer.name() + ".properties");
      Files.write(file, properties);
      Files.write(file, identity(peer), StandardOpenOption.APPEND);
      var command =
          BenchProcess.java(
              "256m", BenchProcess.BOTH_COMPILERS, "org.touchpaper.harc.acceptor.AcceptorMain");
      command.add(file.toString());
      processes.add(
          new BenchProcess(peer.name(), command, directory.resolve(peer.name() + ".log")));
    }
  }

  /** Returns peers {@code acceptor-1} and so on, each with two of these ports. */
  public static List<PeerEndpoint> peers(List<Integer> ports) {
    var count = ports.size() / 2;
    var peers = new ArrayList<PeerEndpoint>();
    for (var i = 0; i < count; i++) {
      var url = URI.create("http://127.0.0.1:" + ports.get(i));
      var stream = "127.0.0.1:" + ports.get(count + i);
      peers.add(new PeerEndpoint("acceptor-" + (i + 1), url, stream, SECRET));
    }
    return peers;
  }

  /** Properties of a peer without an address. */
  public static List<String> peerProperties(String name, String role) {
    var key = "touchpaper.peers." + name;
    return List.of(key + ".secret=" + SECRET, key + ".roles=" + role);
  }

  /** Properties of a peer with its addresses. */
  public static List<String> peerProperties(PeerEndpoint peer, String role) {
    var key = "touchpaper.peers." + peer.name();
    var properties = new ArrayList<>(peerProperties(peer.name(), role));
    properties.add(key + ".url=" + peer.url());
    if (peer.stream() != null) {
      properties.add(key + ".stream=" + peer.stream());
    }
    return properties;
  }

  private List<String> identity(PeerEndpoint peer) {
    var stream = String.valueOf(peer.stream());
    return List.of(
        "touchpaper.name=" + peer.name(),
        "touchpaper.data=" + directory.resolve(peer.name()),
        "server.port=" + peer.url().getPort(),
        "touchpaper.acceptor.stream-port=" + stream.substring(stream.indexOf(':') + 1));
  }

  public void start() throws IOException {
    for (var process : processes) {
      AcceptorServer.initialise(directory.resolve(process.name()), process.name(), 1);
      process.start();
    }
  }

  public static void awaitUp(PeerEndpoint peer) throws IOException, InterruptedException {
    var deadline = System.nanoTime() + STARTUP_TIMEOUT.toNanos();
    while (!isUp(peer)) {
      if (System.nanoTime() > deadline) {
        throw new IOException(
            peer.name() + " is not healthy after " + STARTUP_TIMEOUT + "; check its log");
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  public static boolean isUp(PeerEndpoint peer) throws InterruptedException {
    var request =
        HttpRequest.newBuilder(peer.url().resolve("/health"))
            .timeout(Duration.ofMillis(500))
            .build();
    try (var http = HttpClient.newHttpClient()) {
      return TimedHttpExchange.send(http, request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Lists an acceptor's open transactions as {@code harc list} does: undecided, or not acknowledged
   * by every resource manager.
   *
   * @param admin own peer name, with the role admin
   */
  public static Set<String> unfinishedTransactions(PeerEndpoint acceptor, String admin)
      throws IOException, InterruptedException {
    var reply = call(acceptor, admin, "/harc/admin/transactions", "GET");
    if (reply.statusCode() != 200) {
      throw new IOException(
          acceptor + " returned status " + reply.statusCode() + ": " + reply.body());
    }
    return ID.matcher(reply.body())
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  public static HttpResponse<String> call(
      PeerEndpoint acceptor, String self, String path, String method)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(acceptor.url().resolve(path))
            .timeout(REQUEST_TIMEOUT)
            .header("Touchpaper-Peer", self)
            .header("Authorization", "Bearer " + acceptor.secret())
            .method(method, BodyPublishers.noBody())
            .build();
    try (var http = HttpClient.newHttpClient()) {
      return TimedHttpExchange.send(http, request, BodyHandlers.ofString());
    }
  }

  public List<PeerEndpoint> peers() {
    return peers;
  }

  public List<BenchProcess> processes() {
    return processes;
  }

  @Override
  public void close() {
    processes.forEach(BenchProcess::kill);
  }
}
