package org.touchpaper.harc.rm.wire;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.client.AcceptorClient;
import org.touchpaper.harc.client.HarcPeer;
import org.touchpaper.harc.client.PeerHttp;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Message.Phase2a;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.harc.rm.vote.Acceptors;
import org.touchpaper.platform.peers.Outbound;
import org.touchpaper.platform.peers.Peer;
import org.touchpaper.platform.peers.PeerRole;
import org.touchpaper.platform.peers.Peers;

/** The configured acceptors, each reached through the service's one door for outgoing messages. */
public final class AcceptorsOverHttp implements Acceptors, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AcceptorsOverHttp.class);

  private final PeerHttp http;
  private final Outbound outbound;
  private final Map<String, AcceptorClient> clients;

  public AcceptorsOverHttp(Peers peers, Outbound outbound) {
    this.http = new PeerHttp(peers.self());
    this.outbound = outbound;
    this.clients =
        peers.list(PeerRole.ACCEPTOR).stream()
            .map(AcceptorsOverHttp::harcPeer)
            .map(peer -> new AcceptorClient(peer, http))
            .collect(
                Collectors.toUnmodifiableMap(client -> client.peer().name(), Function.identity()));
  }

  private static HarcPeer harcPeer(Peer peer) {
    return new HarcPeer(peer.name(), peer.at(""), peer.secret());
  }

  @Override
  public boolean know(TransactionRecord record) {
    return clients.keySet().containsAll(record.acceptors());
  }

  @Override
  public void tell(String acceptor, Phase2a vote, boolean patient) {
    var client = clients.get(acceptor);
    if (client == null) {
      LOG.warn("transaction={} names an unknown acceptor {}", vote.record().id(), acceptor);
      return;
    }
    var choices = vote.votes().values().stream().map(Vote::choice).toList();
    LOG.info("transaction={} -> {} phase 2a {}", vote.record().id(), acceptor, choices);
    try {
      outbound.send(
          acceptor + " phase2a",
          () -> {
            client.tell(List.of(vote));
            return true;
          });
    } catch (Exception e) {
      LOG.warn("transaction={} {}", vote.record().id(), e.getMessage());
    }
  }

  @Override
  public Optional<Decision> ask(TransactionRecord record) {
    return Knowledge.conclude(
        record, known(record).flatMap(client -> ask(client, record).stream()));
  }

  private Optional<Knowledge> ask(AcceptorClient client, TransactionRecord record) {
    try {
      return Optional.of(
          outbound.send(client.peer().name() + " question", () -> client.ask(record)));
    } catch (Exception e) {
      LOG.warn("transaction={} {}", record.id(), e.getMessage());
      return Optional.empty();
    }
  }

  @Override
  public List<URI> endpoints(TransactionRecord record) {
    return known(record).map(client -> client.peer().url()).toList();
  }

  private Stream<AcceptorClient> known(TransactionRecord record) {
    return record.acceptors().stream().map(clients::get).filter(Objects::nonNull);
  }

  @Override
  public void close() {
    http.close();
  }
}
