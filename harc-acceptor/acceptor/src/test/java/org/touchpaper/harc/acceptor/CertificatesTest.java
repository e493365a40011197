package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.transport.PeerStreams;
import org.touchpaper.harc.transport.StreamSession;
import org.touchpaper.harc.transport.StreamSessionListener;
import org.touchpaper.harc.transport.TestCertificates;
import org.touchpaper.harc.transport.TlsCertificatePaths;
import org.touchpaper.harc.transport.message.StreamMessage;

/** Acceptors with mutual TLS: peers with certificates use streams, clients may use HTTP. */
@Timeout(300)
class CertificatesTest {
  private static final Duration LONG_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration SHORT_TIMEOUT = Duration.ofSeconds(1);

  @TempDir Path data;

  @Test
  void acceptorsAndResourceManagersNeedCertificates() throws Exception {
    var certificates = new TestCertificates(data);
    var names =
        List.of("acceptor-1", "acceptor-2", "acceptor-3", "bar-ucl", "rm-network", "rm-newton");
    for (var name : names) {
      certificates.create(name);
    }
    try (var cluster = new InProcessCluster(data)) {
      for (var name : cluster.names) {
        cluster.setCertificates(
            name, certificates.certificatesOf(name, names.toArray(String[]::new)));
      }
      cluster.startAll();
      var attempts = new AtomicInteger();
      // Retried where the machine is too busy to send Prepare within the short time.
      Await.until(() -> {
        var request = cluster.request("t.0." + attempts.incrementAndGet(), SHORT_TIMEOUT);
        assertThat(cluster.client.begin(request, LONG_TIMEOUT).outcome())
            .as("resource managers receive nothing and cannot vote without a certificate")
            .isEqualTo(Outcome.ABORT);
      });
      assertThat(cluster.newton.prepares).isEmpty();
      for (var rm : List.of(cluster.network, cluster.newton)) {
        var acceptors = cluster.names.stream().map(name -> cluster.streamPeer(rm.name(), name));
        rm.connectTo(
            acceptors.toList(),
            certificates.certificatesOf(rm.name(), names.toArray(String[]::new)));
      }
      var bar = certificates.certificatesOf("bar-ucl", names.toArray(String[]::new));
      assertThat(isAccepted(cluster, PeerStreams.of("bar-ucl", bar), LONG_TIMEOUT)).isTrue();
      assertThat(isAccepted(cluster, new PeerStreams("bar-ucl"), Duration.ofSeconds(2))).isFalse();
      try (var client = client(cluster, bar)) {
        for (var n = 1; n <= 3; n++) {
          assertThat(client.begin(cluster.request("t." + n, LONG_TIMEOUT), LONG_TIMEOUT).outcome())
              .isEqualTo(Outcome.COMMIT);
        }
      }
      assertThat(cluster.client.begin(cluster.request("t.4", LONG_TIMEOUT), LONG_TIMEOUT).outcome())
          .as("over HTTP")
          .isEqualTo(Outcome.COMMIT);
    }
  }

  private static boolean isAccepted(InProcessCluster cluster, PeerStreams streams, Duration timeout)
      throws InterruptedException {
    var sessionOpened = new CountDownLatch(1);
    var listener =
        new StreamSessionListener() {
          @Override
          public void onOpen(StreamSession session) {
            sessionOpened.countDown();
          }

          @Override
          public void onMessage(StreamSession from, StreamMessage message) {}
        };
    try (streams) {
      var _ = streams.connect(cluster.streamPeer("bar-ucl", "acceptor-1"), listener);
      return sessionOpened.await(timeout.toSeconds(), TimeUnit.SECONDS);
    }
  }

  private static HarcClient client(InProcessCluster cluster, TlsCertificatePaths certificates)
      throws Exception {
    var peers = cluster.streamingPeers("bar-ucl");
    return new HarcClient(
        "bar-ucl", peers, _ -> Optional.empty(), PeerStreams.of("bar-ucl", certificates));
  }
}
