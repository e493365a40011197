package org.touchpaper.harc.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.harc.transport.RecordingListener.next;

import ch.qos.logback.classic.Logger;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.transport.message.FrameEncoder;
import org.touchpaper.harc.transport.message.FramePayloadCodec;
import org.touchpaper.harc.transport.message.HandshakeMessage;
import org.touchpaper.harc.transport.message.StreamMessage;

/** Unauthenticated connections use few resources and do not disturb peers. */
@Timeout(300)
class UnauthenticatedPeersTest extends PeerStreamsFixture {
  /** Shorter than the handshake timeout of 5 s, so that only an eviction is this fast. */
  private static final int PROMPT_MILLIS = 4000;

  /** Another host than the peer, which connects from 127.0.0.1. */
  private static final byte[] ANOTHER_HOST = {127, 0, 0, 2};

  /** Shorter than the interval of rate-limited warnings. */
  private static final int LOG_TIMEOUT_SECONDS = 40;

  /** Retries on a busy machine. */
  private static final int MAX_ATTEMPTS = 10;

  @Test
  void closesConnectionsThatSendMalformedFrames() throws Exception {
    var port = listen(streams("a2"), 0);
    var connection = streams("a1").connect(peer("a2", port, "s3cret"), clientListener);
    next(clientListener.opened);
    for (var malformedFrame :
        List.of(
            ByteBuffer.allocate(8).putInt(4).putInt(0x7F00_0000).array(),
            ByteBuffer.allocate(4).putInt(Integer.MAX_VALUE).array(),
            ByteBuffer.allocate(4).putInt(-1).array(),
            ByteBuffer.allocate(2004).putInt(2000).array(),
            ByteBuffer.allocate(9).putInt(5).put((byte) 2).putInt(0x7FFF_FFFF).array())) {
      try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.getOutputStream().write(malformedFrame);
        var all = socket.getInputStream().readAllBytes();
        assertThat(all.length).as("only the challenge").isLessThan(200);
      } catch (IOException _) {
        // closed before all was read
      }
    }
    assertThat(connection.send(new StreamMessage.Ping()))
        .as("the peer's stream is unaffected")
        .isTrue();
    assertThat(connection.isOpen()).isTrue();
  }

  /** The announced frame is neither awaited nor buffered. */
  @Test
  void closesAtOnceWhenAnOverlongHandshakeFrameIsAnnounced() throws Exception {
    var port = listen(streams("a2"), 0);
    for (var attempt = 1; !isDisconnectedPromptly(port); attempt++) {
      assertThat(attempt).isLessThan(MAX_ATTEMPTS);
    }
  }

  private static boolean isDisconnectedPromptly(int port) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(PROMPT_MILLIS);
      var announced = FrameEncoder.MAX_HANDSHAKE_FRAME_BYTES + 1;
      socket.getOutputStream().write(ByteBuffer.allocate(4).putInt(announced).array());
      assertThat(socket.getInputStream().readAllBytes()).as("the challenge").hasSizeLessThan(200);
      return true;
    } catch (SocketTimeoutException _) {
      return false;
    }
  }

  /** A port scan causes many warnings; a peer's wrong secret is logged nevertheless. */
  @Test
  void logsAPeersWrongSecretDuringAPortScan() throws Exception {
    var lines = new LinkedBlockingQueue<String>();
    var appender = captureLog(lines);
    var log = (Logger) LoggerFactory.getLogger(PeerStreams.class);
    log.addAppender(appender);
    try {
      var port = listen(streams("a2"), 0);
      for (var n = 0; n < 50; n++) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
          socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(US_ASCII));
          var _ = hasEnded(socket);
        }
      }
      assertThat(next(lines)).startsWith("stream rejected: peer /127.0.0.1");
      var _ = streams("a1").connect(peer("a2", port, "typo"), clientListener);
      var line = lines.poll(LOG_TIMEOUT_SECONDS, TimeUnit.SECONDS);
      while (line != null && !line.contains("wrong secret: a1")) {
        line = lines.poll(LOG_TIMEOUT_SECONDS, TimeUnit.SECONDS);
      }
      assertThat(line).isNotNull();
    } finally {
      log.detachAppender(appender);
    }
  }

  /** Upgrading only one of two peers is logged. */
  @Test
  void logsAPeerWithAnotherProtocolVersion() throws Exception {
    var challenge = Unpooled.buffer().writeInt(0);
    FramePayloadCodec.write(
        new HandshakeMessage.Challenge(HandshakeProofs.VERSION - 1, "a2", HandshakeProofs.nonce()),
        challenge);
    challenge.setInt(0, challenge.readableBytes() - 4);
    var lines = new LinkedBlockingQueue<String>();
    var appender = captureLog(lines);
    var log = (Logger) LoggerFactory.getLogger(PeerStreams.class);
    log.addAppender(appender);
    try (var older = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      older.setSoTimeout(LOG_TIMEOUT_SECONDS * 1000);
      var peer = peer("a2", older.getLocalPort(), "s3cret");
      var _ = streams("a1").connect(peer, clientListener);
      var expectedLine =
          ("%s uses version %d of the stream protocol, this side version %d: install the same"
                  + " release on both")
              .formatted(peer, HandshakeProofs.VERSION - 1, HandshakeProofs.VERSION);
      for (var attempt = 1;
          lines.stream().noneMatch(line -> line.endsWith(expectedLine));
          attempt++) {
        assertThat(attempt).isLessThan(MAX_ATTEMPTS);
        // A late answer is rejected without this log line; the client connects again.
        try (var socket = older.accept()) {
          challenge.getBytes(0, socket.getOutputStream(), challenge.readableBytes());
          var _ = hasEnded(socket);
        }
      }
    } finally {
      log.detachAppender(appender);
    }
  }

  @Test
  void unauthenticatedConnectionsAreEvictedAndDoNotBlockPeers() throws Exception {
    var port = listen(streams("a2"), 0);
    var connection = streams("a1").connect(peer("a2", port, "s3cret"), clientListener);
    next(clientListener.opened);
    next(serverListener.opened);
    for (var attempt = 1; !areUnauthenticatedPeersEvictedPromptly(port, connection); attempt++) {
      assertThat(attempt).isLessThan(MAX_ATTEMPTS);
    }
  }

  private boolean areUnauthenticatedPeersEvictedPromptly(int port, PeerConnection connection)
      throws Exception {
    var sockets = new ArrayList<Socket>();
    try {
      for (var n = 0; n < 200; n++) {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        sockets.add(socket);
        socket.getOutputStream().write(ByteBuffer.allocate(504).putInt(1000).array());
      }
      var message = new StreamMessage.DecisionAck(new TransactionId("t.1"));
      assertThat(connection.send(message)).isTrue();
      assertThat(next(serverListener.received)).isEqualTo(message);
      for (var evicted : sockets.subList(0, 200 - PendingHandshakes.MAX_PENDING)) {
        evicted.setSoTimeout(PROMPT_MILLIS);
        if (!hasEnded(evicted)) {
          return false;
        }
      }
      streams("a1").connect(peer("a2", port, "s3cret"), new RecordingListener());
      assertThat(next(serverListener.opened).peer()).as("a peer that connects now").isEqualTo("a1");
      return true;
    } finally {
      for (var socket : sockets) {
        socket.close();
      }
    }
  }

  /** A ClientHello is cheaper to send than the signature it requests. */
  @Test
  void aPeerConnectsDuringAFloodOfTlsHandshakes(@TempDir Path directory) throws Exception {
    var certificates = new TestCertificates(directory);
    certificates.create("a1");
    certificates.create("a2");
    var listener = PeerStreams.of("a2", certificates.certificatesOf("a2", "a1"));
    openStreams.add(listener);
    var port = listen(listener, 0);
    var sent = new Semaphore(0);
    var isOver = new AtomicBoolean();
    var flooder = Thread.ofPlatform().start(() -> flood(port, sent, isOver));
    try {
      sent.acquire(10_000);
      var caller = PeerStreams.of("a1", certificates.certificatesOf("a1", "a2"));
      openStreams.add(caller);
      var _ = sent.drainPermits();
      caller.connect(peer("a2", port, "s3cret"), clientListener);
      assertThat(next(serverListener.opened).peer()).isEqualTo("a1");
      next(clientListener.opened);
      assertThat(sent.tryAcquire(500, LOG_TIMEOUT_SECONDS, TimeUnit.SECONDS))
          .as("the flood continues")
          .isTrue();
    } finally {
      isOver.set(true);
      flooder.join();
    }
  }

  private static void flood(int port, Semaphore sent, AtomicBoolean isOver) {
    var hello = clientHello();
    while (!isOver.get()) {
      try (var socket = new Socket()) {
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getByAddress(ANOTHER_HOST), 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.getOutputStream().write(hello);
        sent.release();
      } catch (IOException _) {
        // evicted, or refused by the system: try the next
      }
    }
  }

  private static boolean hasEnded(Socket socket) {
    try {
      return socket.getInputStream().readAllBytes().length < 200;
    } catch (SocketTimeoutException _) {
      return false;
    } catch (IOException _) {
      return true;
    }
  }
}
