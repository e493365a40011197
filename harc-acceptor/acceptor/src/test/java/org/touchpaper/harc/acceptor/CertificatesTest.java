package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.HarcXml;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.stream.Certificates;
import org.touchpaper.harc.stream.Ear;
import org.touchpaper.harc.stream.MadeCertificates;
import org.touchpaper.harc.stream.Session;
import org.touchpaper.harc.stream.Streams;
import org.touchpaper.harc.stream.Word;

/** Mutual TLS switched on: who has a certificate speaks over streams, who has none over HTTP. */
@Timeout(300)
class CertificatesTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Duration MOMENT = Duration.ofSeconds(1);

  @TempDir Path data;

  @Test
  void whoeverTakesPartShowsItsCertificate() throws Exception {
    var made = new MadeCertificates(data);
    var names =
        List.of("acceptor-1", "acceptor-2", "acceptor-3", "bar-ucl", "rm-network", "rm-newton");
    for (var name : names) {
      made.make(name);
    }
    try (var cluster = new Cluster(data)) {
      for (var name : cluster.names) {
        cluster.setCertificates(name, made.of(name, names.toArray(String[]::new)));
      }
      cluster.startAll();
      var tries = new AtomicInteger();
      // Where the machine is so busy that nobody can be asked within a moment, it is begun anew.
      Await.until(() -> {
        var request = cluster.request("t.0." + tries.incrementAndGet(), MOMENT);
        assertThat(cluster.client.begin(request, SOON).outcome())
            .as("resource managers are told nothing, and cannot vote, without a certificate")
            .isEqualTo(Outcome.ABORT);
      });
      assertThat(cluster.newton.prepares).isEmpty();
      for (var rm : List.of(cluster.network, cluster.newton)) {
        var acceptors = cluster.names.stream().map(name -> cluster.streamPeer(rm.name(), name));
        rm.calls(acceptors.toList(), made.of(rm.name(), names.toArray(String[]::new)));
      }
      var bar = made.of("bar-ucl", names.toArray(String[]::new));
      assertThat(isLetIn(cluster, Streams.of("bar-ucl", bar), SOON)).isTrue();
      assertThat(isLetIn(cluster, new Streams("bar-ucl"), Duration.ofSeconds(2))).isFalse();
      try (var client = client(cluster, bar)) {
        for (var n = 1; n <= 3; n++) {
          assertThat(client.begin(cluster.request("t." + n, SOON), SOON).outcome())
              .isEqualTo(Outcome.COMMIT);
        }
      }
      assertThat(cluster.client.begin(cluster.request("t.4", SOON), SOON).outcome())
          .as("over HTTP, as whoever has no stream")
          .isEqualTo(Outcome.COMMIT);
      for (var peer : List.of("acceptor-2", "rm-newton")) {
        assertThat(saidOverHttp(cluster, peer))
            .as("%s, with the right secret", peer)
            .isEqualTo(403);
      }
    }
  }

  private static int saidOverHttp(Cluster cluster, String acceptor) throws Exception {
    var learn = new Message.Learn(cluster.request("t.5", SOON).record(), acceptor);
    var me = cluster.acceptorPeer(acceptor, "acceptor-1");
    try (var http = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(me.url().resolve("/harc/messages"))
              .header("Touchpaper-Peer", acceptor)
              .header("Authorization", "Bearer " + me.secret())
              .POST(BodyPublishers.ofString(HarcXml.write(List.of(learn))))
              .build();
      return http.send(request, BodyHandlers.discarding()).statusCode();
    }
  }

  private static boolean isLetIn(Cluster cluster, Streams streams, Duration patience)
      throws InterruptedException {
    var opened = new CountDownLatch(1);
    var ear =
        new Ear() {
          @Override
          public void opened(Session session) {
            opened.countDown();
          }

          @Override
          public void hear(Session from, Word word) {}
        };
    try (streams) {
      var _ = streams.line(cluster.streamPeer("bar-ucl", "acceptor-1"), ear);
      return opened.await(patience.toSeconds(), TimeUnit.SECONDS);
    }
  }

  private static HarcClient client(Cluster cluster, Certificates own) throws Exception {
    var peers = cluster.streamingPeers("bar-ucl");
    return new HarcClient("bar-ucl", peers, List.of(), Streams.of("bar-ucl", own));
  }
}
