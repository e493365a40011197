package org.touchpaper.bar;

import java.io.IOException;
import java.net.URI;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.touchpaper.bar.aggregator.BrokerIdentity;
import org.touchpaper.bar.aggregator.LightpathService;
import org.touchpaper.bar.aggregator.TransactionOutcomeReader;
import org.touchpaper.bar.coallocation.service.LightpathCommitWaiter;
import org.touchpaper.bar.directory.BarProperties;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.PeerEndpoint;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.transport.PeerStreams;
import org.touchpaper.harc.transport.TlsCertificatePaths;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.security.PeerRole;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;

/** Wires the broker's clients for HARC, and its identity. */
@Configuration(proxyBeanMethods = false)
class HarcClientConfiguration {

  @Bean
  BrokerIdentity brokerIdentity(
      TouchpaperProperties service,
      BarProperties bar,
      @Value("${touchpaper.bar.url:http://127.0.0.1:${server.port:8080}}") URI url) {
    return new BrokerIdentity(service.name(), url, bar.campus());
  }

  @Bean(destroyMethod = "close")
  HarcClient harcClient(TouchpaperProperties service, BarProperties bar, PeerRegistry peers)
      throws IOException {
    var tls = service.tls();
    var certificates =
        tls == null ? null : new TlsCertificatePaths(tls.certificate(), tls.key(), tls.authority());
    return new HarcClient(
        service.name(),
        bar.acceptors().stream()
            .filter(name -> bar.networkRm() != null || peers.find(name).isPresent())
            .map(name -> harcPeer(peers.get(name)))
            .toList(),
        name ->
            peers
                .find(name)
                .filter(peer -> peer.hasRole(PeerRole.RM) && peer.url() != null)
                .map(HarcClientConfiguration::harcPeer),
        PeerStreams.of(service.name(), certificates));
  }

  private static PeerEndpoint harcPeer(Peer peer) {
    return new PeerEndpoint(peer.name(), peer.resolve(""), peer.stream(), peer.secret());
  }

  @Bean
  LightpathCommitWaiter lightpathCommitWaiter(LightpathService lightpaths) {
    return lightpaths::awaitCommit;
  }

  @Bean
  @ConditionalOnMissingBean
  TransactionOutcomeReader transactionOutcomeReader(
      HarcClient harc, OutgoingPeerCallInterceptor outbound) {
    return (transaction, _) -> queryOutcome(harc, outbound, new TransactionId(transaction));
  }

  /** An unknown id is undecided, never aborted (DESIGN decision 1). */
  private static Outcome queryOutcome(
      HarcClient harc, OutgoingPeerCallInterceptor outbound, TransactionId id) {
    try {
      return switch (outbound.send("harc outcome", () -> harc.outcome(id)).outcome()) {
        case COMMIT -> Outcome.COMMIT;
        case ABORT -> Outcome.ABORT;
        case UNKNOWN, NOT_STARTED, OTHER_RECORD, UNDECIDED -> Outcome.UNDECIDED;
      };
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      return Outcome.UNDECIDED; // no acceptor answers
    }
  }
}
