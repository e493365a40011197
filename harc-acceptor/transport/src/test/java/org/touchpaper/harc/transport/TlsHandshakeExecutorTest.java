package org.touchpaper.harc.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Handshake tasks under overload. */
@Timeout(120)
class TlsHandshakeExecutorTest {
  private final TlsHandshakeExecutor executor = new TlsHandshakeExecutor("a1");
  private final CountDownLatch busy = new CountDownLatch(1);
  private final LinkedBlockingQueue<String> done = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    busy.countDown();
    executor.close();
  }

  @Test
  void removesTheTasksOfClosedConnections() throws Exception {
    var first = new EmbeddedChannel();
    executor.executorFor(first).execute(() -> awaitUninterrupted(busy));
    var unauthenticatedChannels =
        IntStream.range(0, 1000).mapToObj(_ -> new EmbeddedChannel()).toList();
    unauthenticatedChannels.forEach(
        unauthenticatedChannel -> submitHandshake(unauthenticatedChannel, "unauthenticated"));
    var peer = new EmbeddedChannel();
    submitHandshake(peer, "peer");
    for (var unauthenticatedChannel : unauthenticatedChannels) {
      var _ = unauthenticatedChannel.close();
    }
    assertThat(executor.queueLength()).isLessThanOrEqualTo(2);
    busy.countDown();
    assertThat(RecordingListener.next(done)).isEqualTo("peer");
    List.of(first, peer).forEach(EmbeddedChannel::finishAndReleaseAll);
  }

  private void submitHandshake(EmbeddedChannel channel, String handshake) {
    executor.executorFor(channel).execute(() -> done.add(handshake));
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
