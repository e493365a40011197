package org.touchpaper.harc.rm.transport;

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
import org.touchpaper.harc.client.PeerEndpoint;
import org.touchpaper.harc.client.PeerHttpClient;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message.Phase2a;
import org.touchpaper.harc.protocol.OutcomeReport;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.rm.voting.AcceptorClients;
import org.touchpaper.platform.security.OutboundInterceptor;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.security.PeerRole;

/** The configured acceptors over HTTP, each called through the service's outbound interceptor. */
public final class HttpAcceptorClients implements AcceptorClients, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpAcceptorClients.class);

  private final PeerHttpClient http;
  private final OutboundInterceptor outbound;
  private final Map<String, AcceptorClient> clients;

  public HttpAcceptorClients(PeerRegistry peers, OutboundInterceptor outbound) {
    this.http = new PeerHttpClient(peers.self());
    this.outbound = outbound;
    this.clients =
        peers.list(PeerRole.ACCEPTOR).stream()
            .map(HttpAcceptorClients::toEndpoint)
            .map(peer -> new AcceptorClient(peer, http))
            .collect(
                Collectors.toUnmodifiableMap(client -> client.peer().name(), Function.identity()));
  }

  private static PeerEndpoint toEndpoint(Peer peer) {
    return new PeerEndpoint(peer.name(), peer.resolve(""), peer.secret());
  }

  @Override
  public boolean areAllKnown(TransactionRecord record) {
    return clients.keySet().containsAll(record.acceptors());
  }

  @Override
  public void sendVote(String acceptor, Phase2a vote, boolean mayBatch) {
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
            client.send(List.of(vote));
            return true;
          });
    } catch (Exception e) {
      LOG.warn("transaction={} {}", vote.record().id(), e.getMessage());
    }
  }

  @Override
  public Optional<Decision> queryOutcome(TransactionRecord record) {
    return OutcomeReport.conclude(
        record, clientsFor(record).flatMap(client -> queryOutcome(client, record).stream()));
  }

  private Optional<OutcomeReport> queryOutcome(AcceptorClient client, TransactionRecord record) {
    try {
      return Optional.of(
          outbound.send(client.peer().name() + " question", () -> client.queryOutcome(record)));
    } catch (Exception e) {
      LOG.warn("transaction={} {}", record.id(), e.getMessage());
      return Optional.empty();
    }
  }

  @Override
  public List<URI> endpoints(TransactionRecord record) {
    return clientsFor(record).map(client -> client.peer().url()).toList();
  }

  private Stream<AcceptorClient> clientsFor(TransactionRecord record) {
    return record.acceptors().stream().map(clients::get).filter(Objects::nonNull);
  }

  @Override
  public void close() {
    http.close();
  }
}
