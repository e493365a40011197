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
import org.touchpaper.bench.process.BenchProcess;
import org.touchpaper.bench.process.FreePortFinder;

/**
 * An etcd cluster as baseline: an alternative to HARC for storing decisions, with as many members
 * as acceptors, each a process that flushes its data. Clients put one key if absent at the leader,
 * over gRPC. No resource manager votes or flushes.
 */
final class EtcdCluster implements AutoCloseable {
  private static final Duration STARTUP_TIMEOUT = Duration.ofSeconds(60);
  private static final Pattern MEMBER = Pattern.compile("\"member_id\":\"(\\d+)\"");
  private static final Pattern LEADER = Pattern.compile("\"leader\":\"(\\d+)\"");
  private static final String VALUE = "x".repeat(256);

  /** Clients that share a channel; more would wait for its single thread. */
  private static final int CLIENTS_PER_CHANNEL = 8;

  private final List<BenchProcess> members = new ArrayList<>();
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final AtomicInteger next = new AtomicInteger();

  /**
   * Starts the members and waits for a leader.
   *
   * @param program etcd, 3.4 or later
   * @param clients maximum number of parallel clients
   */
  EtcdCluster(Path program, Path directory, int memberCount, int clients)
      throws IOException, InterruptedException {
    var ports = FreePortFinder.find(2 * memberCount);
    var cluster =
        IntStream.range(0, memberCount)
            .mapToObj(i -> name(i) + "=" + url(ports.get(memberCount + i)))
            .collect(Collectors.joining(","));
    for (var i = 0; i < memberCount; i++) {
      var dataDirectory = directory.resolve(name(i));
      var command = command(program, name(i), dataDirectory, url(ports.get(i)), cluster);
      members.add(new BenchProcess(name(i), command, directory.resolve(name(i) + ".log")));
    }
    try {
      for (var member : members) {
        member.start();
      }
      var leader = awaitLeader(ports.subList(0, memberCount));
      for (var i = 0; i < clients; i += CLIENTS_PER_CHANNEL) {
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
      Path program, String name, Path directory, String clientUrl, String cluster) {
    var peers = Stream.of(cluster.split(",")).filter(member -> member.startsWith(name + "="));
    var peer = peers.findFirst().orElseThrow().substring(name.length() + 1);
    return List.of(
        "env",
        "ETCD_UNSUPPORTED_ARCH=arm64", // required by 3.4 on arm64
        program.toString(),
        "--name=" + name,
        "--data-dir=" + directory,
        "--listen-client-urls=" + clientUrl,
        "--advertise-client-urls=" + clientUrl,
        "--listen-peer-urls=" + peer,
        "--initial-advertise-peer-urls=" + peer,
        "--initial-cluster=" + cluster,
        "--initial-cluster-state=new",
        "--logger=zap");
  }

  /** Finds the first etcd on a path of directories such as PATH. */
  static Optional<Path> find(String path) {
    return Stream.of(path.split(File.pathSeparator))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory, "etcd"))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }

  /** Waits for a leader and returns its client port. */
  private static int awaitLeader(List<Integer> ports) throws IOException, InterruptedException {
    var deadline = System.nanoTime() + STARTUP_TIMEOUT.toNanos();
    while (System.nanoTime() < deadline) {
      var statuses = new ArrayList<String>();
      for (var port : ports) {
        statuses.add(status(port));
      }
      if (statuses.stream().allMatch(status -> status.contains("\"leader\""))) {
        for (var i = 0; i < ports.size(); i++) {
          if (findId(MEMBER, statuses.get(i)).equals(findId(LEADER, statuses.get(i)))) {
            return ports.get(i);
          }
        }
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    throw new IOException(
        "etcd has no leader after " + STARTUP_TIMEOUT + "; check the members' logs");
  }

  private static Optional<String> findId(Pattern pattern, String status) {
    var match = pattern.matcher(status);
    return match.find() ? Optional.of(match.group(1)) : Optional.empty();
  }

  /** Returns a member's status; empty if it does not answer. */
  private static String status(int port) throws InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(url(port) + "/v3/maintenance/status"))
            .timeout(Duration.ofSeconds(1))
            .POST(BodyPublishers.ofString("{}"))
            .build();
    try (var http = HttpClient.newHttpClient()) {
      return http.send(request, BodyHandlers.ofString()).body();
    } catch (IOException _) {
      return "";
    }
  }

  /**
   * Stores one decision and waits until a majority of the members has flushed it.
   *
   * @return the {@link System#nanoTime} of completion
   */
  long commitOnce() {
    if (!putIfAbsent(UUID.randomUUID().toString())) {
      throw new IllegalStateException("etcd already has a new random key");
    }
    return System.nanoTime();
  }

  /** Returns true if the key was absent. */
  boolean putIfAbsent(String key) {
    var channel = channels.get(Math.floorMod(next.getAndIncrement(), channels.size()));
    var request = EtcdGrpcTransactionCodec.putIfAbsent(key, VALUE);
    var options =
        CallOptions.DEFAULT.withDeadlineAfter(STARTUP_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    return EtcdGrpcTransactionCodec.hasPut(
        ClientCalls.blockingUnaryCall(channel, EtcdGrpcTransactionCodec.TXN, options, request));
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    members.forEach(BenchProcess::kill);
  }
}
