package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.http.StallingServer;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.security.PeerRole;

/** A segment that stops in the middle of a response does not block a page. */
class TruncatedResponseTest {
  private static final Duration SHORT_TIMEOUT = Duration.ofMillis(300);
  private static final Duration LONG_TIMEOUT = Duration.ofSeconds(60);

  private final StallingServer halting = StallingServer.inTheMiddle("first line\n");
  private final Peer nsap = new Peer("nsap", halting.uri(), "secret", Set.of(PeerRole.SEGMENT));

  @AfterEach
  void close() {
    halting.close();
  }

  private static void assertTimesOut(ThrowingCallable asking) {
    assertTimeoutPreemptively(
        LONG_TIMEOUT,
        () ->
            assertThatThrownBy(asking)
                .hasMessageContaining("no answer within")
                .hasCauseInstanceOf(HttpTimeoutException.class));
  }

  @Test
  void theTopologyQueryTimesOut() {
    try (var segments =
        new SegmentElementsClient(
            List.of("nsap"),
            new PeerRegistry("bar-ucl", List.of(nsap)),
            OutgoingPeerCallInterceptor.PASS_THROUGH,
            SHORT_TIMEOUT)) {
      assertTimesOut(() -> segments.getTopology("nsap"));
    }
  }

  @Test
  void theElementQueryTimesOut() {
    try (var elements =
        new SegmentElementsClient(
            List.of("nsap"),
            new PeerRegistry("bar-ucl", List.of(nsap)),
            OutgoingPeerCallInterceptor.PASS_THROUGH,
            SHORT_TIMEOUT)) {
      assertThat(elements.list())
          .singleElement()
          .isInstanceOf(SegmentElementsClient.Listing.NoAnswer.class);
      assertTimesOut(() -> elements.getElement("nsap", "LONDON"));
      assertTimesOut(() -> elements.getTranscript("nsap", "LONDON", 10));
    }
  }

  /** A followed transcript has no end; its lines are shown as they arrive. */
  @Test
  void aFollowedTranscriptDoesNotTimeOut() throws IOException {
    try (var elements =
            new SegmentElementsClient(
                List.of("nsap"),
                new PeerRegistry("bar-ucl", List.of(nsap)),
                OutgoingPeerCallInterceptor.PASS_THROUGH,
                LONG_TIMEOUT);
        var lines = elements.followTranscript("nsap", "LONDON", 10)) {
      assertThat(lines.limit(1)).containsExactly("first line");
    }
  }
}
