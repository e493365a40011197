package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.harc.rm.RunningResourceManager.decide;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;
import org.touchpaper.harc.transport.PeerStreams;
import org.touchpaper.harc.transport.TestCertificates;
import org.touchpaper.harc.transport.message.StreamMessage;

/** With mutual TLS, messages are exchanged only with acceptors that present a certificate. */
class CertificatesTest {
  private static final Instant NINE = Instant.parse("2026-12-01T21:00:00Z");

  @TempDir private Path data;

  private TestCertificates made = new TestCertificates(Path.of("."));

  @BeforeEach
  void everyPeerHasACertificate() throws Exception {
    made = new TestCertificates(data);
    for (var name : List.of("a1", "rm-newton")) {
      made.create(name);
    }
  }

  @Test
  void votesAndAsksWhereTheAcceptorHasACertificate() throws Exception {
    var acceptor = PeerStreams.of("a1", made.certificatesOf("a1", "rm-newton"));
    try (var newton =
        RunningResourceManager.newton(data, made.certificatesOf("rm-newton", "a1"), acceptor)) {
      var stream = newton.acceptors.stream();
      assertThat(stream.peer()).isEqualTo("rm-newton");
      var prepare = prepare(newton);
      var id = prepare.record().id();
      stream.send(new StreamMessage.ProtocolMessage(prepare));
      assertThat(newton.acceptors.awaitVote(id).acceptor()).isEqualTo("a1");
      newton.awaitIdle();

      newton.clock.advance(Duration.ofSeconds(60));
      newton.runDueWork();
      assertThat(newton.acceptors.awaitVote(id).acceptor()).as("repeated").isEqualTo("a1");
      assertThat(newton.acceptors.questions()).contains(id);

      for (var time = 0; time < 2; time++) {
        stream.send(new StreamMessage.ProtocolMessage(decide(prepare, Decision.COMMIT)));
        assertThat(newton.acceptors.awaitAcknowledged()).isEqualTo(id);
      }
      assertThat(phase(newton, id)).isEqualTo(ResourceManagerState.Phase.COMMITTED);
      assertThat(newton.acceptors.drain()).as("a2 and a3 have no certificate").isEmpty();
    }
  }

  private static Message.Prepare prepare(RunningResourceManager newton) {
    newton.clock.set(NINE.minusSeconds(60));
    return newton.prepare(
        "t.1",
        new HarcAction.Make(
            "run",
            new HarcAction.Schedule(NINE.plusSeconds(3600), NINE.plusSeconds(7200)),
            new HarcAction.ComputeNodes("newton", 2)));
  }

  private static ResourceManagerState.Phase phase(RunningResourceManager newton, TransactionId id)
      throws Exception {
    return newton.clientOfBar().queryStatus(id).phase();
  }
}
