package org.touchpaper.bench.commit;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.touchpaper.bench.FreePorts;
import org.touchpaper.bench.Runner;

/**
 * etcd, as many members as there are acceptors, each a process with a data directory that it
 * flushes: what one would keep decisions in who did not have HARC. A client puts one key if it is
 * absent, at the leader, over gRPC. That is the register alone: no resource manager is asked, and
 * none has flushed a vote.
 */
final class Etcd implements AutoCloseable {
  private static final Duration UNTIL_UP = Duration.ofSeconds(60);
  private static final Pattern MEMBER = Pattern.compile("\"member_id\":\"(\\d+)\"");
  private static final Pattern LEADER = Pattern.compile("\"leader\":\"(\\d+)\"");
  private static final String VALUE = "x".repeat(256);

  /** So many clients share a connection: more would wait for its one thread. */
  private static final int CLIENTS_OF_A_CHANNEL = 8;

  private final List<Runner> members = new ArrayList<>();
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final AtomicInteger next = new AtomicInteger();

  /**
   * Starts it.
   *
   * @param program etcd, 3.4 or later
   * @param clients how many there will be at most
   */
  Etcd(Path program, Path directory, int memberCount, int clients)
      throws IOException, InterruptedException {
    var ports = FreePorts.take(2 * memberCount);
    var cluster =
        IntStream.range(0, memberCount)
            .mapToObj(i -> name(i) + "=" + url(ports.get(memberCount + i)))
            .collect(Collectors.joining(","));
    for (var i = 0; i < memberCount; i++) {
      var own = directory.resolve(name(i));
      var command = command(program, name(i), own, url(ports.get(i)), cluster);
      members.add(new Runner(name(i), command, directory.resolve(name(i) + ".log")));
    }
    try {
      for (var member : members) {
        member.start();
      }
      var leader = leader(ports.subList(0, memberCount));
      for (var i = 0; i < clients; i += CLIENTS_OF_A_CHANNEL) {
        channels.add(NettyChannelBuilder.forAddress("127.0.0.1", leader).usePlaintext().build());
      }
    } catch (IOException | InterruptedException e) {
      close();
      throw e;
    }
  }

  private static String name(int index) {
    return "etcd-" + (index + 1);
  }

  private static String url(int port) {
    return "http://127.0.0.1:" + port;
  }

  private static List<String> command(
      Path program, String name, Path directory, String clients, String cluster) {
    var peers = Stream.of(cluster.split(",")).filter(each -> each.startsWith(name + "="));
    var peer = peers.findFirst().orElseThrow().substring(name.length() + 1);
    return List.of(
        "env",
        "ETCD_UNSUPPORTED_ARCH=arm64", // there 3.4 starts for nobody who does not say so
        program.toString(),
        "--name=" + name,
        "--data-dir=" + directory,
        "--listen-client-urls=" + clients,
        "--advertise-client-urls=" + clients,
        "--listen-peer-urls=" + peer,
        "--initial-advertise-peer-urls=" + peer,
        "--initial-cluster=" + cluster,
        "--initial-cluster-state=new",
        "--logger=zap");
  }

  /** The first etcd on a path of directories, as PATH is one. */
  static Optional<Path> find(String path) {
    return Stream.of(path.split(File.pathSeparator))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory, "etcd"))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }

  /** Where the member listens whom all follow, once there is one. */
  private static int leader(List<Integer> ports) throws IOException, InterruptedException {
    var end = System.nanoTime() + UNTIL_UP.toNanos();
    while (System.nanoTime() < end) {
      var statuses = new ArrayList<String>();
      for (var port : ports) {
        statuses.add(status(port));
      }
      if (statuses.stream().allMatch(status -> status.contains("\"leader\""))) {
        for (var i = 0; i < ports.size(); i++) {
          if (id(MEMBER, statuses.get(i)).equals(id(LEADER, statuses.get(i)))) {
            return ports.get(i);
          }
        }
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    throw new IOException("etcd has no leader after " + UNTIL_UP + ", see its members' logs");
  }

  private static Optional<String> id(Pattern which, String status) {
    var found = which.matcher(status);
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }

  /** What a member says of itself; empty if it does not answer. */
  private static String status(int port) throws InterruptedException {
    var question =
        HttpRequest.newBuilder(URI.create(url(port) + "/v3/maintenance/status"))
            .timeout(Duration.ofSeconds(1))
            .POST(BodyPublishers.ofString("{}"))
            .build();
    try (var http = HttpClient.newHttpClient()) {
      return http.send(question, BodyHandlers.ofString()).body();
    } catch (IOException _) {
      return "";
    }
  }

  /**
   * One decision, from the call until a majority of the members has flushed it.
   *
   * @return when it was, as by {@link System#nanoTime}
   */
  long commitOnce() {
    if (!putIfAbsent(UUID.randomUUID().toString())) {
      throw new IllegalStateException("etcd knows a key that nobody has put");
    }
    return System.nanoTime();
  }

  /** True if nobody had put it before. */
  boolean putIfAbsent(String key) {
    var channel = channels.get(Math.floorMod(next.getAndIncrement(), channels.size()));
    var request = EtcdCall.putIfAbsent(key, VALUE);
    var options = CallOptions.DEFAULT.withDeadlineAfter(UNTIL_UP.toSeconds(), TimeUnit.SECONDS);
    return EtcdCall.hasPut(ClientCalls.blockingUnaryCall(channel, EtcdCall.TXN, options, request));
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    members.forEach(Runner::kill);
  }
}
