package org.touchpaper.harc.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whose handshakes are worked on while more ask for one than can be served. */
@Timeout(120)
class HandshakeThreadTest {
  private final HandshakeThread thread = new HandshakeThread("a1");
  private final CountDownLatch busy = new CountDownLatch(1);
  private final LinkedBlockingQueue<String> done = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    busy.countDown();
    thread.close();
  }

  @Test
  void whoHasBeenHungUpOnWaitsNoMore() throws Exception {
    var first = new EmbeddedChannel();
    thread.forHandshakeOf(first).execute(() -> join(busy));
    var strangers = IntStream.range(0, 1000).mapToObj(_ -> new EmbeddedChannel()).toList();
    strangers.forEach(stranger -> ask(stranger, "a stranger's"));
    var peer = new EmbeddedChannel();
    ask(peer, "a peer's");
    for (var stranger : strangers) {
      var _ = stranger.close();
    }
    assertThat(thread.waiting()).isLessThanOrEqualTo(2);
    busy.countDown();
    assertThat(Listening.next(done)).isEqualTo("a peer's");
    List.of(first, peer).forEach(EmbeddedChannel::finishAndReleaseAll);
  }

  private void ask(EmbeddedChannel channel, String handshake) {
    thread.forHandshakeOf(channel).execute(() -> done.add(handshake));
  }

  private static void join(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
