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
import org.touchpaper.http.HaltingServer;
import org.touchpaper.platform.peers.Outbound;
import org.touchpaper.platform.peers.Peer;
import org.touchpaper.platform.peers.PeerRole;
import tools.jackson.databind.json.JsonMapper;

/**
 * A segment that stops in the middle of an answer, as one that is paused, keeps no page waiting.
 */
class HalfAnswerTest {
  private static final Duration A_MOMENT = Duration.ofMillis(300);
  private static final Duration FOR_EVER = Duration.ofSeconds(60);

  private final HaltingServer halting = HaltingServer.inTheMiddle("first line\n");
  private final Peer nsap = new Peer("nsap", halting.uri(), "secret", Set.of(PeerRole.SEGMENT));

  @AfterEach
  void close() {
    halting.close();
  }

  private static void isLate(ThrowingCallable asking) {
    assertTimeoutPreemptively(
        FOR_EVER,
        () ->
            assertThatThrownBy(asking)
                .hasMessageContaining("no answer within")
                .hasCauseInstanceOf(HttpTimeoutException.class));
  }

  @Test
  void theTopologyIsNotWaitedForWithoutEnd() {
    try (var wideArea =
        new WideArea(nsap, "bar-ucl", JsonMapper.shared(), Outbound.OPEN, A_MOMENT)) {
      assertTimeoutPreemptively(
          FOR_EVER,
          () ->
              assertThatThrownBy(wideArea::topology)
                  .isInstanceOf(WideArea.Unanswered.class)
                  .hasMessageContaining("nsap does not tell its topology")
                  .hasMessageEndingWith("not all of the answer came in 300 ms"));
    }
  }

  @Test
  void norAreElements() {
    try (var elements = new SegmentElements(List.of(nsap), "bar-ucl", Outbound.OPEN, A_MOMENT)) {
      assertThat(elements.list())
          .singleElement()
          .isInstanceOf(SegmentElements.Listing.Silent.class);
      isLate(() -> elements.show("nsap", "LONDON"));
      isLate(() -> elements.transcript("nsap", "LONDON", 10));
    }
  }

  /** Its lines come without end, and are shown as they come. */
  @Test
  void aTranscriptThatIsFollowedIsNoHalfAnswer() throws IOException {
    try (var elements = new SegmentElements(List.of(nsap), "bar-ucl", Outbound.OPEN, FOR_EVER);
        var lines = elements.follow("nsap", "LONDON", 10)) {
      assertThat(lines.limit(1)).containsExactly("first line");
    }
  }
}
