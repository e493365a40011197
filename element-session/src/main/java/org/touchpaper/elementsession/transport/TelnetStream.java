package org.touchpaper.elementsession.transport;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.touchpaper.tl1.codec.TelnetNegotiator;

/** Removes telnet commands from a stream and answers option offers. */
final class TelnetStream implements DuplexStream {

  private final DuplexStream stream;
  private final TelnetNegotiator negotiator = new TelnetNegotiator();
  private final ReentrantLock writeLock = new ReentrantLock();

  TelnetStream(DuplexStream stream) {
    this.stream = stream;
  }

  @Override
  public int read(byte[] buffer) throws IOException {
    for (var length = stream.read(buffer); length >= 0; length = stream.read(buffer)) {
      var dataLength = negotiator.stripInPlace(buffer, length);
      var replies = negotiator.takeReplies();
      if (replies.length > 0) {
        write(replies);
      }
      if (dataLength > 0) {
        return dataLength;
      }
    }
    return -1;
  }

  /** Locked, because the reading thread writes the answers to offers. */
  @Override
  public void write(byte[] bytes) throws IOException {
    writeLock.lock();
    try {
      stream.write(bytes);
    } finally {
      writeLock.unlock();
    }
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
