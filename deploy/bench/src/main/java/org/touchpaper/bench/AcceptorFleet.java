package org.touchpaper.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.touchpaper.harc.acceptor.Acceptor;
import org.touchpaper.harc.client.HarcPeer;
import org.touchpaper.http.WholeAnswer;

/** Acceptors, each a process of its own with a journal, and those they know. */
public final class AcceptorFleet implements AutoCloseable {
  /** Everybody's. */
  public static final String SECRET = "known to everybody on this bench";

  private static final Duration UNTIL_UP = Duration.ofMinutes(4);
  private static final Duration UNTIL_ANSWERED = Duration.ofSeconds(30);
  private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*\"([^\"]+)\"");

  private final Path directory;
  private final List<HarcPeer> peers;
  private final List<Runner> runners = new ArrayList<>();

  /**
   * Acceptors that are yet to be started.
   *
   * @param directory where their journals and logs are to be
   * @param peers themselves, each with a stream
   * @param others lines that tell them who else there is
   * @param options more for their command lines
   */
  public AcceptorFleet(
      Path directory, List<HarcPeer> peers, List<String> others, List<String> options)
      throws IOException {
    this.directory = directory;
    this.peers = List.copyOf(peers);
    var lines = new ArrayList<String>();
    peers.forEach(peer -> lines.addAll(known(peer, "acceptor")));
    lines.addAll(others);
    var file = Files.write(directory.resolve("peers.properties"), lines);
    for (var peer : peers) {
      var command = command(peer, file);
      command.addAll(options);
      runners.add(new Runner(peer.name(), command, directory.resolve(peer.name() + ".log")));
    }
  }

  /** Peers {@code acceptor-1} and so on, each at two of these ports. */
  public static List<HarcPeer> peers(List<Integer> ports) {
    var count = ports.size() / 2;
    var peers = new ArrayList<HarcPeer>();
    for (var i = 0; i < count; i++) {
      var url = URI.create("http://127.0.0.1:" + ports.get(i));
      var stream = "127.0.0.1:" + ports.get(count + i);
      peers.add(new HarcPeer("acceptor-" + (i + 1), url, stream, SECRET));
    }
    return peers;
  }

  /** The lines that make a peer known that nobody calls. */
  public static List<String> known(String name, String role) {
    var key = "touchpaper.peers." + name;
    return List.of(key + ".secret=" + SECRET, key + ".roles=" + role);
  }

  /** The lines that make a peer known, and where it listens. */
  public static List<String> known(HarcPeer peer, String role) {
    var key = "touchpaper.peers." + peer.name();
    var lines = new ArrayList<>(known(peer.name(), role));
    lines.add(key + ".url=" + peer.url());
    if (peer.stream() != null) {
      lines.add(key + ".stream=" + peer.stream());
    }
    return lines;
  }

  private List<String> command(HarcPeer peer, Path known) {
    var stream = String.valueOf(peer.stream());
    var program = "org.touchpaper.harc.acceptor.AcceptorProcess";
    var command = Runner.java("256m", Runner.BOTH_COMPILERS, program);
    command.addAll(
        List.of(
            "--name",
            peer.name(),
            "--port",
            Integer.toString(peer.url().getPort()),
            "--stream-port",
            stream.substring(stream.indexOf(':') + 1),
            "--data",
            directory.resolve(peer.name()).toString(),
            "--peers",
            known.toString()));
    return command;
  }

  /** For the first time: each acceptor's journal is made. */
  public void start() throws IOException {
    for (var runner : runners) {
      Acceptor.initialise(directory.resolve(runner.name()), runner.name(), 1);
      runner.start();
    }
  }

  /** Returns when it answers and has nothing to complain of. */
  public static void awaitUp(HarcPeer peer) throws IOException, InterruptedException {
    var end = System.nanoTime() + UNTIL_UP.toNanos();
    while (!isUp(peer)) {
      if (System.nanoTime() > end) {
        throw new IOException(peer.name() + " did not come up in " + UNTIL_UP + ", see its log");
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  /** False if it does not answer, such as one that has stopped itself. */
  public static boolean isUp(HarcPeer peer) throws InterruptedException {
    var question =
        HttpRequest.newBuilder(peer.url().resolve("/health"))
            .timeout(Duration.ofMillis(500))
            .build();
    try (var http = HttpClient.newHttpClient()) {
      return WholeAnswer.of(http, question, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * The transactions that an acceptor has not done with, as {@code harc list} shows them:
   * undecided, or not acknowledged by everybody.
   *
   * @param admin the peer that asks, which has that role there
   */
  public static Set<String> open(HarcPeer acceptor, String admin)
      throws IOException, InterruptedException {
    var reply = ask(acceptor, admin, "/harc/admin/transactions", "GET");
    if (reply.statusCode() != 200) {
      throw new IOException(acceptor + " answers " + reply.statusCode() + ": " + reply.body());
    }
    return ID.matcher(reply.body())
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** One exchange over HTTP, as that peer. */
  public static HttpResponse<String> ask(HarcPeer acceptor, String self, String path, String method)
      throws IOException, InterruptedException {
    var question =
        HttpRequest.newBuilder(acceptor.url().resolve(path))
            .timeout(UNTIL_ANSWERED)
            .header("Touchpaper-Peer", self)
            .header("Authorization", "Bearer " + acceptor.secret())
            .method(method, BodyPublishers.noBody())
            .build();
    try (var http = HttpClient.newHttpClient()) {
      return WholeAnswer.of(http, question, BodyHandlers.ofString());
    }
  }

  /** Themselves. */
  public List<HarcPeer> peers() {
    return peers;
  }

  /** The processes, in the order of the peers. */
  public List<Runner> runners() {
    return runners;
  }

  @Override
  public void close() {
    runners.forEach(Runner::kill);
  }
}
