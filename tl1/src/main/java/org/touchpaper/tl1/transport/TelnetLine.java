package org.touchpaper.tl1.transport;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.touchpaper.tl1.codec.Telnet;

/** Takes telnet's own bytes out of a line, and answers its offers as they come. */
final class TelnetLine implements Line {

  private final Line line;
  private final Telnet telnet = new Telnet();
  private final ReentrantLock writing = new ReentrantLock();

  TelnetLine(Line line) {
    this.line = line;
  }

  @Override
  public int read(byte[] into) throws IOException {
    for (var length = line.read(into); length >= 0; length = line.read(into)) {
      var left = telnet.strip(into, length);
      var replies = telnet.replies();
      if (replies.length > 0) {
        write(replies);
      }
      if (left > 0) {
        return left;
      }
    }
    return -1;
  }

  /** Replies to offers come from the reading thread. */
  @Override
  public void write(byte[] bytes) throws IOException {
    writing.lock();
    try {
      line.write(bytes);
    } finally {
      writing.unlock();
    }
  }

  @Override
  public void close() throws IOException {
    line.close();
  }
}
