package org.touchpaper.tl1.session;

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
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.element.Fault;
import org.touchpaper.tl1.session.CliOutcome.Accepted;
import org.touchpaper.tl1.session.CliOutcome.NotSent;
import org.touchpaper.tl1.session.CliOutcome.Rejected;
import org.touchpaper.tl1.session.CliOutcome.Unknown;

/** What a command-line session makes of an element that is slow, silent, or talks nonsense. */
@Timeout(300)
class CliSessionTest {

  @TempDir Path folder;
  private final ManualWaker time = new ManualWaker();
  private EmulatedElement edge;
  private CliSession session;

  @BeforeEach
  void start() throws IOException {
    edge = EmulatedElement.start(ElementConfig.demo("EDGE-UCL", Dialect.IOS_7600), folder);
    session =
        CliSession.open(
            new Endpoint("EDGE-UCL", "127.0.0.1", edge.port()),
            Credentials.ios("lightpath", "lightpath"),
            time.timing(),
            TranscriptSink.NONE);
  }

  @AfterEach
  void stop() {
    session.close();
    edge.close();
  }

  private CompletableFuture<CliOutcome> configuring(String... lines) {
    var outcome = new CompletableFuture<CliOutcome>();
    Thread.startVirtualThread(() -> outcome.complete(session.configure(List.of(lines))));
    return outcome;
  }

  /** What the session has shown as sent may not have left it yet. */
  private void awaitHeard(String text) {
    Eventually.is(() -> edge.transcript().stream().anyMatch(each -> each.text().equals(text)));
  }

  @Test
  void doesNotKnowAfterSilence() throws Exception {
    edge.faults().next("vlan 100", new Fault.Silent());
    var outcome = configuring("vlan 100", "name x");
    awaitHeard("vlan 100");
    time.advance(Duration.ofSeconds(10));
    assertThat(outcome.get()).isEqualTo(new Unknown("no prompt within PT10S"));
    assertThat(session.configure(List.of("vlan 100", "name x"))).isInstanceOf(Accepted.class);
  }

  @Test
  void doesNotKnowWhatASlowElementStillDoes() throws Exception {
    var latch = new CountDownLatch(1);
    edge.faults().next("policy-map x", new Fault.Slow(latch));
    var outcome = configuring("policy-map x");
    awaitHeard("policy-map x");
    time.advance(Duration.ofSeconds(10));
    assertThat(outcome.get()).isInstanceOf(Unknown.class);
    assertThat(edge.holds()).isEmpty();
    latch.countDown();
    Eventually.is(() -> !edge.holds().isEmpty());
  }

  @Test
  void hearsAnErrorThatIsInjected() {
    edge.faults().next("vlan 100", new Fault.Deny("", "VLAN database is locked"));
    assertThat(session.configure(List.of("vlan 100")))
        .isEqualTo(new Rejected("vlan 100", "% VLAN database is locked", 0));
    assertThat(edge.faults().areSpent()).isTrue();
    assertThat(session.configure(List.of("vlan 100"))).isInstanceOf(Accepted.class);
  }

  @Test
  void waitsForAPromptThroughNonsense() throws Exception {
    edge.faults().next("show vlan", new Fault.Garbage("\u0001\u00ff#>\r\nMANCHESTER#"));
    var outcome = new CompletableFuture<CliOutcome>();
    Thread.startVirtualThread(() -> outcome.complete(session.show("show vlan")));
    awaitHeard("show vlan");
    time.advance(Duration.ofSeconds(10));
    assertThat(outcome.get()).isInstanceOf(Unknown.class);
  }

  @Test
  void typesNothingThatIsNotOneLine() {
    assertThatThrownBy(() -> session.configure(List.of("vlan 100\nno vlan 200")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> session.show("show vlan\r"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(edge.transcript()).isEmpty();
  }

  @Test
  void typesNothingOnceClosed() {
    session.close();
    session.close();
    assertThat(session.show("show vlan"))
        .isInstanceOfSatisfying(
            NotSent.class, each -> assertThat(each.reason()).contains("closed"));
  }
}
