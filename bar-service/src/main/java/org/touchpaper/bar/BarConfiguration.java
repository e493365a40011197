package org.touchpaper.bar;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.touchpaper.bar.coordination.Acceptors;
import org.touchpaper.bar.coordination.Self;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.HarcPeer;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.stream.Certificates;
import org.touchpaper.harc.stream.Streams;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.peers.Outbound;
import org.touchpaper.platform.peers.Peer;
import org.touchpaper.platform.peers.Peers;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;

/** Ties the broker to its peers. */
@Configuration(proxyBeanMethods = false)
class BarConfiguration {

  @Bean
  Self self(
      TouchpaperProperties service,
      Directory directory,
      @Value("${touchpaper.bar.url:http://127.0.0.1:${server.port:8080}}") URI home) {
    return new Self(service.name(), home, directory.home().id());
  }

  @Bean(destroyMethod = "close")
  HarcClient harcClient(TouchpaperProperties service, Directory directory, Peers peers)
      throws IOException {
    var tls = service.tls();
    var certificates =
        tls == null ? null : new Certificates(tls.certificate(), tls.key(), tls.authority());
    return new HarcClient(
        service.name(),
        directory.acceptors().stream()
            .filter(name -> directory.networkRm() != null || peers.find(name).isPresent())
            .map(name -> harcPeer(peers, name))
            .toList(),
        resourceManagers(directory).stream()
            .filter(name -> peers.find(name).isPresent())
            .map(name -> harcPeer(peers, name))
            .toList(),
        Streams.of(service.name(), certificates));
  }

  private static List<String> resourceManagers(Directory directory) {
    var names = new TreeSet<String>();
    directory.clusters().forEach(cluster -> names.add(cluster.rm()));
    Optional.ofNullable(directory.networkRm()).ifPresent(names::add);
    return new ArrayList<>(names);
  }

  private static HarcPeer harcPeer(Peers peers, String name) {
    Peer peer = peers.get(name);
    return new HarcPeer(peer.name(), peer.at(""), peer.stream(), peer.secret());
  }

  @Bean
  @ConditionalOnMissingBean
  Acceptors acceptors(HarcClient harc, Outbound outbound) {
    return (transaction, _) -> outcome(harc, outbound, new TransactionId(transaction));
  }

  /** An id that is not known is never taken for aborted (DESIGN decision 1). */
  private static Outcome outcome(HarcClient harc, Outbound outbound, TransactionId id) {
    try {
      return switch (outbound.send("harc outcome", () -> harc.outcome(id)).outcome()) {
        case COMMIT -> Outcome.COMMIT;
        case ABORT -> Outcome.ABORT;
        case UNKNOWN, NOT_STARTED, OTHER_RECORD, UNDECIDED -> Outcome.UNDECIDED;
      };
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      return Outcome.UNDECIDED; // nobody answers
    }
  }
}
