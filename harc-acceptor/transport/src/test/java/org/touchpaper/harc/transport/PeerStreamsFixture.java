package org.touchpaper.harc.transport;

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

/** Servers that accept streams of a1, clients, and listeners that record what both receive. */
abstract class PeerStreamsFixture {
  final List<PeerStreams> openStreams = new ArrayList<>();
  final RecordingListener serverListener = new RecordingListener();
  final RecordingListener clientListener = new RecordingListener();

  PeerStreams streams(String name) {
    return streams(name, NettyChannelTypes.fastestAvailable());
  }

  PeerStreams streams(String name, NettyChannelTypes transport) {
    var streams = new PeerStreams(LocalPeerContext.of(name), transport, null, null);
    openStreams.add(streams);
    return streams;
  }

  int listen(PeerStreams streams, int port) throws IOException {
    return streams.listen(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
        name -> name.equals("a1") ? Optional.of("s3cret") : Optional.empty(),
        serverListener);
  }

  static StreamPeerAddress peer(String name, int port, String secret) {
    return new StreamPeerAddress(name, "127.0.0.1", port, secret);
  }

  /** A TLS ClientHello, which makes the server sign. */
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

  /** An appender that collects the messages of a logger. */
  static AppenderBase<ILoggingEvent> captureLog(Queue<String> lines) {
    var appender =
        new AppenderBase<ILoggingEvent>() {
          @Override
          protected void append(ILoggingEvent event) {
            lines.add(event.getFormattedMessage());
          }
        };
    appender.start();
    return appender;
  }

  @AfterEach
  void close() {
    openStreams.forEach(PeerStreams::close);
  }
}
