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
import org.touchpaper.elementsession.netconf.NetconfFraming;
import org.touchpaper.elementsession.netconf.NetconfHello;
import org.touchpaper.elementsession.transport.DuplexStream;
import org.touchpaper.elementsession.transport.Transport;

/** A NETCONF server scripted by a test, without a network. */
public final class ScriptedNetconfServer implements Transport {

  public static final String HANG_UP = "hang up";
  public static final String OK = "<ok/>";

  private static final Pattern RPC =
      Pattern.compile("<rpc message-id=\"(\\d+)\"[^>]*>(.*)</rpc>", Pattern.DOTALL);
  private static final byte[] END = {};

  private final String hello;
  private final Function<String, String> answers;
  private final List<String> operations = new CopyOnWriteArrayList<>();
  private final AtomicInteger dialled = new AtomicInteger();
  private final CountDownLatch closable = new CountDownLatch(1);
  private volatile boolean stuck;

  /**
   * Creates a server.
   *
   * @param hello sent on connecting
   * @param answers the content of its reply to an operation, or {@link #HANG_UP}; text that begins
   *     with {@code <rpc-reply} is sent unchanged
   */
  public ScriptedNetconfServer(String hello, Function<String, String> answers) {
    this.hello = hello;
    this.answers = answers;
  }

  /** A hello with these capabilities. */
  public static String hello(String... capabilities) {
    var text = new StringBuilder("<hello xmlns=\"" + NetconfHello.BASE + "\"><capabilities>");
    for (var capability : capabilities) {
      text.append("<capability>").append(capability).append("</capability>");
    }
    return text + "</capabilities><session-id>4</session-id></hello>";
  }

  /** All operations on all connections, in order. */
  public List<String> operations() {
    return List.copyOf(operations);
  }

  /** Makes closing its connections block until reset. */
  public void setStuck(boolean now) {
    stuck = now;
    if (!now) {
      closable.countDown();
    }
  }

  public int connectionCount() {
    return dialled.get();
  }

  @Override
  public DuplexStream connect(String host, int port, Duration within) {
    dialled.incrementAndGet();
    return new ScriptedStream();
  }

  private final class ScriptedStream implements DuplexStream {
    private final BlockingQueue<byte[]> outbound = new LinkedBlockingQueue<>();
    private final NetconfFraming in = new NetconfFraming();
    private final NetconfFraming out = new NetconfFraming();
    private byte[] unread = END;

    ScriptedStream() {
      outbound.add(out.frame(hello));
    }

    @Override
    public int read(byte[] into) throws IOException {
      try {
        unread = unread.length > 0 ? unread : outbound.take();
      } catch (InterruptedException e) {
        throw new IOException("interrupted", e);
      }
      var length = Math.min(unread.length, into.length);
      System.arraycopy(unread, 0, into, 0, length);
      unread = Arrays.copyOfRange(unread, length, unread.length);
      return length == 0 ? -1 : length;
    }

    @Override
    public void write(byte[] bytes) {
      in.feed(bytes, bytes.length, this::receive);
    }

    private void receive(String message) {
      var rpc = RPC.matcher(message);
      if (!rpc.matches()) {
        if (hello.replaceAll("\\s", "").contains("base:1.1<")) {
          in.startChunking();
          out.startChunking();
        }
        return;
      }
      operations.add(rpc.group(2));
      var answer = answers.apply(rpc.group(2));
      if (answer.equals(HANG_UP)) {
        close();
      } else {
        outbound.add(
            out.frame(
                answer.startsWith("<rpc-reply")
                    ? answer
                    : "<rpc-reply message-id=\"%s\" xmlns=\"%s\">%s</rpc-reply>"
                        .formatted(rpc.group(1), NetconfHello.BASE, answer)));
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
      outbound.add(END);
    }
  }
}
