package org.touchpaper.harc.stream;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;

/** One that listens and takes calls of a1, others that call, and what both hear. */
abstract class StreamsUnderTest {
  final List<Streams> all = new ArrayList<>();
  final Listening atListener = new Listening();
  final Listening atCaller = new Listening();

  Streams streams(String name) {
    return streams(name, Sockets.quickest());
  }

  Streams streams(String name, Sockets sockets) {
    var streams = new Streams(Own.of(name), sockets, null, null);
    all.add(streams);
    return streams;
  }

  int listen(Streams streams, int port) throws IOException {
    return streams.listen(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
        name -> name.equals("a1") ? Optional.of("s3cret") : Optional.empty(),
        atListener);
  }

  static StreamPeer peer(String name, int port, String secret) {
    return new StreamPeer(name, "127.0.0.1", port, secret);
  }

  /** What asks for a signature. */
  static byte[] clientHello() {
    try {
      var engine = SSLContext.getDefault().createSSLEngine();
      engine.setUseClientMode(true);
      var hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
      engine.wrap(ByteBuffer.allocate(0), hello);
      return Arrays.copyOf(hello.array(), hello.position());
    } catch (NoSuchAlgorithmException | SSLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The lines of a log that it is added to. */
  static AppenderBase<ILoggingEvent> tap(Queue<String> lines) {
    var tap =
        new AppenderBase<ILoggingEvent>() {
          @Override
          protected void append(ILoggingEvent event) {
            lines.add(event.getFormattedMessage());
          }
        };
    tap.start();
    return tap;
  }

  @AfterEach
  void close() {
    all.forEach(Streams::close);
  }
}
