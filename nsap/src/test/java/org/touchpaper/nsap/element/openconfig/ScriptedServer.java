package org.touchpaper.nsap.element.openconfig;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.touchpaper.tl1.transport.Line;
import org.touchpaper.tl1.transport.Transport;

/** A NETCONF server whose every word is a test's, without a network. */
final class ScriptedServer implements Transport {

  static final String HANG_UP = "hang up";
  static final String OK = "<ok/>";

  private static final Pattern RPC =
      Pattern.compile("<rpc message-id=\"(\\d+)\"[^>]*>(.*)</rpc>", Pattern.DOTALL);
  private static final byte[] END = {};

  private final String hello;
  private final Function<String, String> answers;
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final AtomicInteger dialled = new AtomicInteger();
  private final CountDownLatch closable = new CountDownLatch(1);
  private volatile boolean stuck;

  /**
   * One that says this on connecting.
   *
   * @param answers what it says in its reply to an operation, or {@link #HANG_UP}; what begins with
   *     {@code <rpc-reply} is sent as it is
   */
  ScriptedServer(String hello, Function<String, String> answers) {
    this.hello = hello;
    this.answers = answers;
  }

  /** A hello with these capabilities. */
  static String hello(String... capabilities) {
    var all = new StringBuilder("<hello xmlns=\"" + Hello.BASE + "\"><capabilities>");
    for (var each : capabilities) {
      all.append("<capability>").append(each).append("</capability>");
    }
    return all + "</capabilities><session-id>4</session-id></hello>";
  }

  /** All operations, in order, whatever the connection. */
  List<String> heard() {
    return List.copyOf(heard);
  }

  /** Closing its lines takes for ever, or until they are let go. */
  void isStuck(boolean now) {
    stuck = now;
    if (!now) {
      closable.countDown();
    }
  }

  int dialled() {
    return dialled.get();
  }

  @Override
  public Line dial(String host, int port, Duration within) {
    dialled.incrementAndGet();
    return new Wire();
  }

  private final class Wire implements Line {
    private final BlockingQueue<byte[]> said = new LinkedBlockingQueue<>();
    private final NetconfFraming in = new NetconfFraming();
    private final NetconfFraming out = new NetconfFraming();
    private byte[] left = END;

    Wire() {
      said.add(out.frame(hello));
    }

    @Override
    public int read(byte[] into) throws IOException {
      try {
        left = left.length > 0 ? left : said.take();
      } catch (InterruptedException e) {
        throw new IOException("interrupted", e);
      }
      var length = Math.min(left.length, into.length);
      System.arraycopy(left, 0, into, 0, length);
      left = Arrays.copyOfRange(left, length, left.length);
      return length == 0 ? -1 : length;
    }

    @Override
    public void write(byte[] bytes) {
      in.feed(bytes, bytes.length, this::hear);
    }

    private void hear(String message) {
      var rpc = RPC.matcher(message);
      if (!rpc.matches()) {
        if (hello.replaceAll("\\s", "").contains("base:1.1<")) {
          in.chunk();
          out.chunk();
        }
        return;
      }
      heard.add(rpc.group(2));
      var answer = answers.apply(rpc.group(2));
      if (answer.equals(HANG_UP)) {
        close();
      } else {
        said.add(
            out.frame(
                answer.startsWith("<rpc-reply")
                    ? answer
                    : "<rpc-reply message-id=\"%s\" xmlns=\"%s\">%s</rpc-reply>"
                        .formatted(rpc.group(1), Hello.BASE, answer)));
      }
    }

    @Override
    public void close() {
      if (stuck) {
        try {
          closable.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      said.add(END);
    }
  }
}
