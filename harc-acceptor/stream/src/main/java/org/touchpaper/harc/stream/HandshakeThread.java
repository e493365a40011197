package org.touchpaper.harc.stream;

import io.netty.channel.Channel;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Where the costly part of a TLS handshake is done, a signature and its check: whoever can open a
 * connection can ask for that, and the streams' thread may be the one that votes. Whoever has been
 * hung up on waits here no more. So there wait no more than stand before the door ({@link
 * PendingHandshakes}) and those that we call: whoever keeps a place there has a turn in time,
 * however many have been sent away.
 */
final class HandshakeThread implements AutoCloseable {
  private final LinkedBlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
  private final ThreadPoolExecutor thread;

  HandshakeThread(String self) {
    this.thread =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            waiting,
            Thread.ofPlatform().daemon().name("handshakes-" + self).factory());
  }

  private record Turn(Channel of, Runnable task) implements Runnable {
    @Override
    public void run() {
      if (of.isOpen()) {
        task.run();
      }
    }
  }

  /** For a channel's handshake. */
  Executor forHandshakeOf(Channel channel) {
    var _ =
        channel
            .closeFuture()
            .addListener(_ ->
                waiting.removeIf(each -> each instanceof Turn(var of, _) && of.equals(channel)));
    return task -> thread.execute(new Turn(channel, task));
  }

  int waiting() {
    return waiting.size();
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
