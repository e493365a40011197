package org.touchpaper.platform.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.touchpaper.platform.example.ExampleApplication.ReceivedMessages;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.soap.SoapClient;
import org.touchpaper.platform.soap.SoapContract;
import org.touchpaper.platform.soap.SoapFaultException;
import org.touchpaper.platform.soap.SoapUnreachableException;
import org.touchpaper.schema.segment.DataPlane;
import org.touchpaper.schema.segment.DataPlaneChanged;
import org.touchpaper.schema.segment.FaultCode;
import org.touchpaper.schema.segment.Notify;
import org.touchpaper.schema.segment.NotifyAnswer;
import org.touchpaper.schema.segment.Outcome;
import org.touchpaper.schema.segment.OutcomeAnswer;
import org.touchpaper.schema.segment.OutcomeKind;
import org.touchpaper.schema.segment.SegmentFault;

class SoapCallTest {

  @SuppressWarnings("NullAway.Init") // set before any test
  private static ExampleNetwork network;

  @BeforeAll
  static void start() {
    network = new ExampleNetwork();
  }

  @AfterAll
  static void stop() {
    network.close();
  }

  private final SoapClient client = network.nsap.getBean(SoapClient.class);
  private final SoapContract contract = network.nsap.getBean(SoapContract.class);
  private final Peer bar = network.nsap.getBean(PeerRegistry.class).get("bar");

  @Test
  void aResponseIsTypedAndTheCallerIsKnown() {
    assertThat(outcome(1).getBecome()).isEqualTo(OutcomeKind.COMMIT);
    assertThat(outcome(1).getBecome()).isEqualTo(OutcomeKind.COMMIT);
    assertThat(network.bar.getBean(ReceivedMessages.class).callers).containsOnly("nsap");
  }

  @Test
  void aFaultIsTyped() {
    assertThatThrownBy(() -> outcome(99))
        .asInstanceOf(type(SoapFaultException.class))
        .satisfies(fault -> assertThat(fault.isCallerFault()).isTrue())
        .satisfies(fault -> assertThat(fault).hasMessage("no version 99"))
        .extracting(SoapFaultException::detail)
        .asInstanceOf(type(SegmentFault.class))
        .satisfies(detail -> assertThat(detail.getCode()).isEqualTo(FaultCode.UNKNOWN_CONNECTION));
  }

  @Test
  void internalErrorsAreNotExposed() {
    assertThatThrownBy(() -> outcome(98))
        .asInstanceOf(type(SoapFaultException.class))
        .satisfies(fault -> assertThat(fault.isCallerFault()).isFalse())
        .satisfies(fault -> assertThat(fault.getMessage()).doesNotContain("secret"));
  }

  @Test
  void aRepeatedNotificationIsStoredOnce() {
    var event = new Notify();
    event.setRequester(ExampleApplication.requester("nsap"));
    event.setConnectionId(UUID.randomUUID().toString());
    event.setAt(Instant.parse("2026-12-01T21:00:00Z"));
    var changed = new DataPlaneChanged();
    changed.setDataPlane(DataPlane.ACTIVE);
    changed.setDetail("");
    event.setDataPlaneChanged(changed);
    client.call(bar, contract, event, NotifyAnswer.class);
    client.call(bar, contract, event, NotifyAnswer.class);
    assertThat(network.bar.getBean(ReceivedMessages.class).connections())
        .containsExactly(event.getConnectionId());
  }

  @Test
  void anInvalidRequestIsNotSent() {
    var request = question(1);
    request.setConnectionId("not a UUID");
    assertThatThrownBy(() -> client.call(bar, contract, request, OutcomeAnswer.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("outcome");
  }

  @Test
  void aWrongSecretIsUnreachable() {
    var wrong = new Peer("bar", bar.url(), "wrong", Set.of());
    assertThatThrownBy(() -> client.call(wrong, contract, question(1), OutcomeAnswer.class))
        .isInstanceOf(SoapUnreachableException.class)
        .hasMessageContaining("401");
  }

  @Test
  void redirectsAreNotFollowed() throws Exception {
    var calls = new AtomicInteger();
    var lure = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    lure.createContext(
        "/",
        exchange -> {
          calls.incrementAndGet();
          exchange.getResponseHeaders().set("Location", "/elsewhere");
          exchange.sendResponseHeaders(307, -1);
          exchange.close();
        });
    lure.start();
    try {
      var url = URI.create("http://127.0.0.1:" + lure.getAddress().getPort());
      var peer = new Peer("lure", url, "x", Set.of());
      assertThatThrownBy(() -> client.call(peer, contract, question(1), OutcomeAnswer.class))
          .isInstanceOf(SoapUnreachableException.class);
      assertThat(calls).hasValue(1);
    } finally {
      lure.stop(0);
    }
  }

  @Test
  void aPeerThatIsDownIsUnreachable() {
    var nobody = network.nsap.getBean(PeerRegistry.class).get("nobody");
    assertThatThrownBy(() -> client.call(nobody, contract, question(1), OutcomeAnswer.class))
        .isInstanceOf(SoapUnreachableException.class)
        .hasMessageStartingWith("nobody outcome: no response");
  }

  @Test
  void aSilentPeerIsUnreachableAfterTheTimeout() throws Exception {
    try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      var url = URI.create("http://127.0.0.1:" + silent.getLocalPort());
      var peer = new Peer("silent", url, "x", Set.of());
      var startedAt = System.nanoTime();
      assertThatThrownBy(() ->
              client.call(peer, contract, question(1), OutcomeAnswer.class, Duration.ofMillis(300)))
          .isInstanceOf(SoapUnreachableException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - startedAt))
          .isLessThan(Duration.ofSeconds(60));
    }
  }

  @Test
  void manyThreadsShareOneClientAndNoResponseIsLost() throws Exception {
    try (var threads = Executors.newFixedThreadPool(32, Thread.ofVirtual().factory())) {
      var calls =
          IntStream.range(0, 1000)
              .mapToObj(i -> threads.submit(() -> i % 10 == 0 ? fails() : outcome(1).getBecome()))
              .toList();
      for (Future<OutcomeKind> call : calls) {
        assertThat(call.get()).isIn(OutcomeKind.COMMIT, OutcomeKind.ABORT);
      }
    }
  }

  private OutcomeKind fails() {
    assertThatThrownBy(() -> outcome(99)).isInstanceOf(SoapFaultException.class);
    return OutcomeKind.ABORT;
  }

  private OutcomeAnswer outcome(int version) {
    return client.call(bar, contract, question(version), OutcomeAnswer.class);
  }

  private static Outcome question(int version) {
    var request = new Outcome();
    request.setRequester(ExampleApplication.requester("nsap"));
    request.setConnectionId(UUID.randomUUID().toString());
    request.setVersion(version);
    return request;
  }
}
