package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.touchpaper.harc.acceptor.access.AcceptorPeers;
import org.touchpaper.harc.acceptor.booking.ClientBookingSettings;
import org.touchpaper.harc.acceptor.eventloop.StopPoint;
import org.touchpaper.harc.acceptor.journal.Failpoints;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.PeerEndpoint;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.xml.HarcActionXml;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.transport.StreamPeerAddress;
import org.touchpaper.harc.transport.TlsCertificatePaths;
import org.touchpaper.harc.transport.message.JournalIdentity;
import org.touchpaper.platform.FreePort;

/** Three acceptors, two resource managers and a client in one JVM, connected by sockets. */
public final class InProcessCluster implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  public static final RequestingUser ADA =
      new RequestingUser("ada", "ucl", List.of(), "scientist", "c-1");

  final ScriptedResourceManager network = new ScriptedResourceManager("rm-network");
  final ScriptedResourceManager newton = new ScriptedResourceManager("rm-newton");
  final HarcClient client;
  final List<String> names = List.of("acceptor-1", "acceptor-2", "acceptor-3");

  /** The timeouts of acceptors started from now on. */
  ProtocolTimeouts timeouts = ProtocolTimeouts.DEFAULT;

  private volatile Duration clockAdvance = Duration.ZERO;

  /** The clock of the acceptors. */
  private final InstantSource clock = () -> Instant.now().plus(clockAdvance);

  /** The certificates of acceptors started from now on; without one there is no TLS. */
  private final Map<String, TlsCertificatePaths> certificates = new HashMap<>();

  /** The error of each acceptor's clock. */
  private final Map<String, Duration> clockOffsets = new HashMap<>();

  private final Path data;
  private final Map<String, Integer> ports = new HashMap<>();
  private final Map<String, Integer> streamPorts = new HashMap<>();
  private final Map<String, AcceptorServer> running = new HashMap<>();

  InProcessCluster(Path data) throws IOException {
    this.data = data;
    for (var name : names) {
      ports.put(name, FreePort.find());
      streamPorts.put(name, FreePort.find());
      AcceptorServer.initialise(data.resolve(name), name, 1);
    }
    for (var rm : List.of(network, newton)) {
      rm.connectTo(names.stream().map(name -> streamPeer(rm.name(), name)).toList());
    }
    client = new HarcClient("bar-ucl", acceptorPeers("bar-ucl"), List.of());
  }

  private static String secret(String first, String second) {
    return first.compareTo(second) < 0 ? first + "+" + second : second + "+" + first;
  }

  List<PeerEndpoint> acceptorPeers(String self) {
    return names.stream().map(name -> acceptorPeer(self, name)).toList();
  }

  /** As {@link #acceptorPeers}, with stream addresses. */
  List<PeerEndpoint> streamingPeers(String self) {
    return acceptorPeers(self).stream()
        .map(peer ->
            new PeerEndpoint(
                peer.name(), peer.url(), "127.0.0.1:" + streamPortOf(peer.name()), peer.secret()))
        .toList();
  }

  /** The journal identity of a running acceptor. */
  JournalIdentity journalIdentityOf(String name) {
    var acceptor = running.get(name);
    return acceptor == null ? JournalIdentity.NONE : acceptor.journalIdentity();
  }

  /** A running acceptor. */
  public AcceptorServer running(String name) {
    return Objects.requireNonNull(running.get(name));
  }

  URI url(String acceptor) {
    return URI.create("http://127.0.0.1:" + ports.get(acceptor));
  }

  AcceptorPeers peersOf(String self) {
    return new AcceptorPeers(listPeersOf(self));
  }

  private List<AcceptorPeers.Peer> listPeersOf(String self) {
    var peers = new ArrayList<AcceptorPeers.Peer>();
    for (var name : names) {
      if (!name.equals(self)) {
        peers.add(
            new AcceptorPeers.Peer(
                name,
                streamPeer(self, name),
                secret(self, name),
                Set.of(AcceptorPeers.Role.ACCEPTOR)));
      }
    }
    for (var rm : List.of(network, newton)) {
      peers.add(new AcceptorPeers.Peer(rm.name(), secret(self, rm.name()), AcceptorPeers.Role.RM));
    }
    for (var bar : List.of("bar-ucl", "bar-manchester")) {
      peers.add(new AcceptorPeers.Peer(bar, secret(self, bar), AcceptorPeers.Role.REQUESTER));
    }
    peers.add(
        new AcceptorPeers.Peer("harc-admin", secret(self, "harc-admin"), AcceptorPeers.Role.ADMIN));
    peers.add(new AcceptorPeers.Peer("portal", secret(self, "portal"), AcceptorPeers.Role.CLIENT));
    peers.add(new AcceptorPeers.Peer("bystander", secret(self, "bystander")));
    return peers;
  }

  PeerEndpoint acceptorPeer(String self, String name) {
    return new PeerEndpoint(name, url(name), secret(self, name));
  }

  StreamPeerAddress streamPeer(String self, String name) {
    return new StreamPeerAddress(name, "127.0.0.1", streamPortOf(name), secret(self, name));
  }

  /** The peers as a file, for a separate process. */
  Path peersFileOf(String self) throws IOException {
    var lines = new ArrayList<String>();
    for (var peer : listPeersOf(self)) {
      var prefix = "touchpaper.peers." + peer.name();
      lines.add(prefix + ".secret=" + peer.secret());
      lines.add(
          prefix + ".roles=" + String.join(",", peer.roles().stream().map(Enum::name).toList()));
      if (peer.stream() != null) {
        lines.add(prefix + ".stream=127.0.0.1:" + streamPortOf(peer.name()));
      }
      if (peer.hasRole(AcceptorPeers.Role.CLIENT)) {
        lines.add(prefix + ".sites=cct");
      }
    }
    return Files.write(data.resolve(self + ".properties"), lines);
  }

  /** A configuration file with these settings. */
  Path configurationOf(String self, String... settings) throws IOException {
    var lines = new ArrayList<>(Files.readAllLines(peersFileOf(self)));
    lines.add("touchpaper.name=" + self);
    lines.add("touchpaper.acceptor.stream-port=0");
    lines.add("touchpaper.acceptor.resources.rm-network=RA1,BT2");
    lines.addAll(List.of(settings));
    return Files.write(data.resolve(self + "-process.properties"), lines);
  }

  /** The arguments of a {@link CrashingAcceptor}. */
  List<String> argsOf(String name) throws IOException {
    return List.of(
        name,
        Integer.toString(portOf(name)),
        dataOf(name).toString(),
        peersFileOf(name).toString(),
        Integer.toString(streamPortOf(name)));
  }

  void setCertificates(String name, TlsCertificatePaths ownCertificates) {
    certificates.put(name, ownCertificates);
  }

  /** Advances the acceptors' clock only. */
  void advanceClock(Duration duration) {
    clockAdvance = clockAdvance.plus(duration);
  }

  /** Sets the clocks of acceptors and resource managers. */
  void setClocks(Instant time) {
    clockAdvance = Duration.between(Instant.now(), time);
    List.of(network, newton).forEach(rm -> rm.setClock(clock));
  }

  /** How clients without a BAR book, the same at every acceptor. */
  private ClientBookingSettings clientBookings() {
    return new ClientBookingSettings(
        names,
        1,
        Map.of("RA1", "rm-network", "BT2", "rm-network", "newton", "rm-newton"),
        Map.of(
            "portal",
            new ClientBookingSettings.User("jon", "cct", List.of("enlightened"), "scientist")));
  }

  /** Sets the clock error of an acceptor from its next start. */
  void setClockOffset(String name, Duration offset) {
    clockOffsets.put(name, offset);
  }

  private Clock clockOf(String name) {
    var offset = clockOffsets.getOrDefault(name, Duration.ZERO);
    return ((InstantSource) () -> clock.instant().plus(offset)).withZone(ZoneOffset.UTC);
  }

  /** Sends an administrator's request. */
  HttpResponse<String> asAdmin(String method, String acceptor, String path) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(url(acceptor) + "/harc/admin/transactions" + path))
            .method(method, BodyPublishers.noBody())
            .header("Touchpaper-Peer", "harc-admin")
            .header("Authorization", "Bearer " + secret("harc-admin", acceptor));
    return HTTP.send(request.build(), BodyHandlers.ofString());
  }

  AcceptorServer start(String name) throws IOException {
    return start(name, null, Failpoints.NONE);
  }

  AcceptorServer start(String name, StopPoint stopAt) throws IOException {
    return start(name, stopAt, Failpoints.NONE);
  }

  AcceptorServer start(String name, Failpoints failpoints) throws IOException {
    return start(name, null, failpoints);
  }

  private AcceptorServer start(String name, @Nullable StopPoint stopAt, Failpoints failpoints)
      throws IOException {
    var settings =
        new AcceptorServer.Settings(
            name,
            AcceptorServer.Settings.DEFAULT_ADDRESS,
            portOf(name),
            streamPortOf(name),
            data.resolve(name),
            peersOf(name),
            timeouts,
            AcceptorServer.Settings.DEFAULT_MAX_VOTE_DURATION,
            true,
            stopAt,
            certificates.get(name),
            clientBookings());
    var acceptor = AcceptorServer.start(settings, clockOf(name), failpoints);
    running.put(name, acceptor);
    return acceptor;
  }

  void startAll() throws IOException {
    for (var name : names) {
      start(name);
    }
  }

  /** Waits until no vote can be lost; a leader that stops sends no Prepare again. */
  void awaitResourceManagers() throws Exception {
    for (var rm : List.of(network, newton)) {
      for (var name : running.keySet()) {
        Await.until(() -> assertThat(rm.isConnectedTo(name)).isTrue());
      }
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

  public TransactionRequest request(String id, Duration untilVoteBy) {
    return request(id, untilVoteBy, 1);
  }

  TransactionRequest request(String id, Duration untilVoteBy, int epoch) {
    var start = Instant.parse("2026-12-01T21:00:00Z");
    var schedule = new HarcAction.Schedule(start, start.plusSeconds(20));
    return TransactionRequest.of(
        new TransactionId(id),
        names,
        epoch,
        Clock.systemUTC().instant().plus(untilVoteBy),
        ADA,
        List.of(
            HarcActionXml.write(
                "rm-network",
                List.of(
                    new HarcAction.Make(
                        "path",
                        schedule,
                        new HarcAction.Lightpath("vis.ucl", "newton.manchester", 300)))),
            HarcActionXml.write(
                "rm-newton",
                List.of(
                    new HarcAction.Make(
                        "nodes", schedule, new HarcAction.ComputeNodes("newton", 4))))));
  }

  @Override
  public void close() {
    client.close();
    running.values().forEach(AcceptorServer::close);
    network.close();
    newton.close();
  }
}
