package org.touchpaper.harc.transport;

import io.netty.channel.Channel;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs the expensive part of TLS handshakes, signing and verifying, on its own thread: any host can
 * cause it, and the event loop may be the acceptor's, which votes. Tasks of closed connections are
 * removed, so the queue holds at most the {@link PendingHandshakes} and the outgoing connections,
 * and each of these is served in time.
 */
final class TlsHandshakeExecutor implements AutoCloseable {
  private final LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
  private final ThreadPoolExecutor executor;

  TlsHandshakeExecutor(String self) {
    this.executor =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            queue,
            Thread.ofPlatform().daemon().name("handshakes-" + self).factory());
  }

  private record HandshakeTask(Channel channel, Runnable task) implements Runnable {
    @Override
    public void run() {
      if (channel.isOpen()) {
        task.run();
      }
    }
  }

  /** The executor of a channel's handshake. */
  Executor executorFor(Channel channel) {
    var _ =
        channel
            .closeFuture()
            .addListener(_ ->
                queue.removeIf(queued ->
                    queued instanceof HandshakeTask(var queuedChannel, _)
                        && queuedChannel.equals(channel)));
    return task -> executor.execute(new HandshakeTask(channel, task));
  }

  int queueLength() {
    return queue.size();
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
