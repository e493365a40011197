package org.touchpaper.elementsession;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.elementsession.CliOutcome.Accepted;
import org.touchpaper.elementsession.CliOutcome.NotSent;
import org.touchpaper.elementsession.CliOutcome.Rejected;
import org.touchpaper.elementsession.CliOutcome.Unknown;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.transcript.TranscriptSink;

/** CLI sessions with an element that is slow, does not answer, or sends garbage. */
@Timeout(300)
class CliSessionTest {

  @TempDir Path folder;
  private final ManualScheduler time = new ManualScheduler();
  private EmulatedElement edge;
  private CliSession session;

  @BeforeEach
  void start() throws IOException {
    edge = EmulatedElement.start(ElementConfig.demo("EDGE-UCL", ElementModel.IOS_7600), folder);
    session =
        CliSession.open(
            new ElementEndpoint("EDGE-UCL", "127.0.0.1", edge.port()),
            Credentials.ios("lightpath", "lightpath"),
            time.timing(),
            TranscriptSink.NONE);
  }

  @AfterEach
  void stop() {
    session.close();
    edge.close();
  }

  private CompletableFuture<CliOutcome> configureAsync(String... lines) {
    var outcome = new CompletableFuture<CliOutcome>();
    Thread.startVirtualThread(() -> outcome.complete(session.configure(List.of(lines))));
    return outcome;
  }

  /** The session may record a line as sent before the element receives it. */
  private void awaitReceived(String text) {
    Eventually.awaitTrue(() ->
        edge.transcript().stream().anyMatch(transcriptLine -> transcriptLine.text().equals(text)));
  }

  @Test
  void hasAnUnknownOutcomeAfterATimeout() throws Exception {
    edge.faults().injectOnce("vlan 100", new InjectedFault.NoResponse());
    var outcome = configureAsync("vlan 100", "name x");
    awaitReceived("vlan 100");
    time.advance(Duration.ofSeconds(10));
    assertThat(outcome.get()).isEqualTo(new Unknown("no prompt within PT10S"));
    assertThat(session.configure(List.of("vlan 100", "name x"))).isInstanceOf(Accepted.class);
  }

  @Test
  void hasAnUnknownOutcomeIfTheElementIsTooSlow() throws Exception {
    var latch = new CountDownLatch(1);
    edge.faults().injectOnce("policy-map x", new InjectedFault.SlowResponse(latch));
    var outcome = configureAsync("policy-map x");
    awaitReceived("policy-map x");
    time.advance(Duration.ofSeconds(10));
    assertThat(outcome.get()).isInstanceOf(Unknown.class);
    assertThat(edge.listEntities()).isEmpty();
    latch.countDown();
    Eventually.awaitTrue(() -> !edge.listEntities().isEmpty());
  }

  @Test
  void reportsAnInjectedError() {
    edge.faults().injectOnce("vlan 100", new InjectedFault.Deny("", "VLAN database is locked"));
    assertThat(session.configure(List.of("vlan 100")))
        .isEqualTo(new Rejected("vlan 100", "% VLAN database is locked", 0));
    assertThat(edge.faults().isExhausted()).isTrue();
    assertThat(session.configure(List.of("vlan 100"))).isInstanceOf(Accepted.class);
  }

  @Test
  void waitsForAPromptAmongGarbage() throws Exception {
    edge.faults()
        .injectOnce("show vlan", new InjectedFault.Garbage("\u0001\u00ff#>\r\nMANCHESTER#"));
    var outcome = new CompletableFuture<CliOutcome>();
    Thread.startVirtualThread(() -> outcome.complete(session.show("show vlan")));
    awaitReceived("show vlan");
    time.advance(Duration.ofSeconds(10));
    assertThat(outcome.get()).isInstanceOf(Unknown.class);
  }

  @Test
  void rejectsInputOfSeveralLines() {
    assertThatThrownBy(() -> session.configure(List.of("vlan 100\nno vlan 200")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> session.show("show vlan\r"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(edge.transcript()).isEmpty();
  }

  @Test
  void sendsNothingOnceClosed() {
    session.close();
    session.close();
    assertThat(session.show("show vlan"))
        .isInstanceOfSatisfying(
            NotSent.class, notSent -> assertThat(notSent.reason()).contains("closed"));
  }
}
