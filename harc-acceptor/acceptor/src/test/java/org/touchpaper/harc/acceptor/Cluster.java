package org.touchpaper.harc.acceptor;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.ActionXml;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.HarcPeer;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.Timing;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.stream.Certificates;
import org.touchpaper.harc.stream.Incarnation;
import org.touchpaper.harc.stream.StreamPeer;
import org.touchpaper.platform.FreePort;

/**
 * Three acceptors, two resource managers and a client in one JVM, over sockets. The acceptors and
 * the first resource manager speak over streams, the second over HTTP alone.
 */
final class Cluster implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  static final Caller ADA = new Caller("ada", "ucl", List.of(), "scientist", "c-1");

  final ScriptedRm network = new ScriptedRm("rm-network");
  final ScriptedRm newton = new ScriptedRm("rm-newton");
  final HarcClient client;
  final List<String> names = List.of("acceptor-1", "acceptor-2", "acceptor-3");

  /** How patient those are that start from here on. */
  Timing timing = Timing.DEFAULT;

  private volatile Duration turned = Duration.ZERO;

  /** The acceptors'. */
  private final InstantSource time = () -> Instant.now().plus(turned);

  /** What those show on streams that start from here on; nobody anything without. */
  private final Map<String, Certificates> certificates = new HashMap<>();

  /** By how much their clocks are ahead of it, where they are wrong. */
  private final Map<String, Duration> ahead = new HashMap<>();

  private final Path data;
  private final Map<String, Integer> ports = new HashMap<>();
  private final Map<String, Integer> streamPorts = new HashMap<>();
  private final Map<String, Acceptor> running = new HashMap<>();

  Cluster(Path data) throws IOException {
    this.data = data;
    for (var name : names) {
      ports.put(name, FreePort.find());
      streamPorts.put(name, FreePort.find());
      Acceptor.initialise(data.resolve(name), name, 1);
    }
    for (var rm : List.of(network, newton)) {
      rm.knows(acceptorPeers(rm.name()));
    }
    network.calls(names.stream().map(name -> streamPeer(network.name(), name)).toList());
    client = new HarcClient("bar-ucl", acceptorPeers("bar-ucl"), List.of());
  }

  private static String secret(String one, String other) {
    return one.compareTo(other) < 0 ? one + "+" + other : other + "+" + one;
  }

  List<HarcPeer> acceptorPeers(String self) {
    return names.stream().map(name -> acceptorPeer(self, name)).toList();
  }

  /** As {@link #acceptorPeers}, to be spoken with over streams. */
  List<HarcPeer> streamingPeers(String self) {
    return acceptorPeers(self).stream()
        .map(peer ->
            new HarcPeer(
                peer.name(), peer.url(), "127.0.0.1:" + streamPortOf(peer.name()), peer.secret()))
        .toList();
  }

  /** Which memory an acceptor that runs speaks from; others have none. */
  Incarnation incarnationOf(String name) {
    var acceptor = running.get(name);
    return acceptor == null ? Incarnation.NONE : acceptor.incarnation();
  }

  /** One that runs. */
  Acceptor running(String name) {
    return Objects.requireNonNull(running.get(name));
  }

  URI url(String acceptor) {
    return URI.create("http://127.0.0.1:" + ports.get(acceptor));
  }

  Peers peersOf(String self) {
    return new Peers(listPeersOf(self));
  }

  private List<Peers.Peer> listPeersOf(String self) {
    var peers = new ArrayList<Peers.Peer>();
    for (var name : names) {
      if (!name.equals(self)) {
        peers.add(
            new Peers.Peer(
                name,
                url(name),
                streamPeer(self, name),
                secret(self, name),
                Set.of(Peers.Role.ACCEPTOR)));
      }
    }
    for (var rm : List.of(network, newton)) {
      peers.add(
          new Peers.Peer(rm.name(), rm.url(), secret(self, rm.name()), Set.of(Peers.Role.RM)));
    }
    for (var bar : List.of("bar-ucl", "bar-manchester")) {
      peers.add(new Peers.Peer(bar, null, secret(self, bar), Set.of(Peers.Role.REQUESTER)));
    }
    peers.add(
        new Peers.Peer("harc-admin", null, secret(self, "harc-admin"), Set.of(Peers.Role.ADMIN)));
    peers.add(new Peers.Peer("bystander", null, secret(self, "bystander"), Set.of()));
    return peers;
  }

  HarcPeer acceptorPeer(String self, String name) {
    return new HarcPeer(name, url(name), secret(self, name));
  }

  StreamPeer streamPeer(String self, String name) {
    return new StreamPeer(name, "127.0.0.1", streamPortOf(name), secret(self, name));
  }

  /** The same as a file, for a process of its own. */
  Path peersFileOf(String self) throws IOException {
    var lines = new ArrayList<String>();
    for (var peer : listPeersOf(self)) {
      var prefix = "touchpaper.peers." + peer.name();
      lines.add(prefix + ".secret=" + peer.secret());
      lines.add(
          prefix + ".roles=" + String.join(",", peer.roles().stream().map(Enum::name).toList()));
      if (peer.url() != null) {
        lines.add(prefix + ".url=" + peer.url());
      }
      if (peer.stream() != null) {
        lines.add(prefix + ".stream=127.0.0.1:" + streamPortOf(peer.name()));
      }
    }
    return Files.write(data.resolve(self + ".properties"), lines);
  }

  /** What a {@link MortalAcceptor} is told. */
  List<String> argsOf(String name) throws IOException {
    return List.of(
        name,
        Integer.toString(portOf(name)),
        dataOf(name).toString(),
        peersFileOf(name).toString(),
        Integer.toString(streamPortOf(name)));
  }

  void setCertificates(String name, Certificates own) {
    certificates.put(name, own);
  }

  /** So much time goes by at once, for the acceptors alone. */
  void turn(Duration by) {
    turned = turned.plus(by);
  }

  /** Its clock is wrong when it starts next. */
  void setAhead(String name, Duration by) {
    ahead.put(name, by);
  }

  private Clock clockOf(String name) {
    var by = ahead.getOrDefault(name, Duration.ZERO);
    return ((InstantSource) () -> time.instant().plus(by)).withZone(ZoneOffset.UTC);
  }

  /** What an administrator is told there. */
  HttpResponse<String> asAdmin(String method, String acceptor, String path) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(url(acceptor) + "/harc/admin/transactions" + path))
            .method(method, BodyPublishers.noBody())
            .header("Touchpaper-Peer", "harc-admin")
            .header("Authorization", "Bearer " + secret("harc-admin", acceptor));
    return HTTP.send(request.build(), BodyHandlers.ofString());
  }

  Acceptor start(String name) throws IOException {
    return start(name, null, Failpoints.UNWATCHED);
  }

  Acceptor start(String name, StopAt stopAt) throws IOException {
    return start(name, stopAt, Failpoints.UNWATCHED);
  }

  Acceptor start(String name, Failpoints failpoints) throws IOException {
    return start(name, null, failpoints);
  }

  private Acceptor start(String name, @Nullable StopAt stopAt, Failpoints failpoints)
      throws IOException {
    var settings =
        new Acceptor.Settings(
            name, portOf(name), data.resolve(name), peersOf(name), timing, true, stopAt);
    var door = new Acceptor.StreamDoor(streamPortOf(name), certificates.get(name));
    var acceptor = Acceptor.start(settings.listeningForStreams(door), clockOf(name), failpoints);
    running.put(name, acceptor);
    return acceptor;
  }

  void startAll() throws IOException {
    for (var name : names) {
      start(name);
    }
  }

  void kill(String name) {
    Objects.requireNonNull(running.remove(name)).close();
  }

  Path dataOf(String name) {
    return data.resolve(name);
  }

  int portOf(String name) {
    return ports.getOrDefault(name, 0);
  }

  int streamPortOf(String name) {
    return streamPorts.getOrDefault(name, 0);
  }

  Request request(String id, Duration untilVoteBy) {
    return request(id, untilVoteBy, 1);
  }

  Request request(String id, Duration untilVoteBy, int epoch) {
    var start = Instant.parse("2026-12-01T21:00:00Z");
    var schedule = new Action.Schedule(start, start.plusSeconds(20));
    return Request.of(
        new TransactionId(id),
        names,
        epoch,
        Clock.systemUTC().instant().plus(untilVoteBy),
        ADA,
        List.of(
            ActionXml.write(
                "rm-network",
                List.of(
                    new Action.Make(
                        "path", schedule, new Action.Path("vis.ucl", "newton.manchester", 300)))),
            ActionXml.write(
                "rm-newton",
                List.of(new Action.Make("nodes", schedule, new Action.Compute("newton", 4))))));
  }

  @Override
  public void close() {
    client.close();
    running.values().forEach(Acceptor::close);
    network.close();
    newton.close();
  }
}
