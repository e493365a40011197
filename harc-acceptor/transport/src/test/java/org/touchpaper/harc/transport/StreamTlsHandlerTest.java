package org.touchpaper.harc.transport;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import io.netty.channel.DefaultChannelPipeline;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** Closing a connection during its TLS signature does not block the event loop. */
@Timeout(120)
class StreamTlsHandlerTest extends PeerStreamsFixture {
  private static final int TIMEOUT_SECONDS = 30;

  private final CountDownLatch signatureRequested = new CountDownLatch(1);
  private final CountDownLatch signatureGate = new CountDownLatch(1);

  @AfterEach
  void releaseSignature() {
    signatureGate.countDown();
  }

  /** The connection is no longer pending, and its handshake task is removed. */
  @Test
  void closesAConnectionAfterTheTimeoutDuringItsSignature() throws Exception {
    var server = streamsWithSlowKey();
    try (var socket = connectUnauthenticated(listen(server, 0))) {
      assertThat(socket.getInputStream().read()).as("end of stream").isEqualTo(-1);
      assertStillServing(server);
    }
  }

  @Test
  void evictsAConnectionDuringItsSignatureWithoutBlocking() throws Exception {
    var server = streamsWithSlowKey();
    var port = listen(server, 0);
    var otherSockets = new ArrayList<Socket>();
    try (var socket = connectUnauthenticated(port)) {
      for (var n = 0; n < PendingHandshakes.MAX_PENDING; n++) {
        otherSockets.add(new Socket(InetAddress.getLoopbackAddress(), port));
      }
      assertThat(socket.getInputStream().read()).as("end of stream").isEqualTo(-1);
      assertStillServing(server);
    } finally {
      for (var otherSocket : otherSockets) {
        otherSocket.close();
      }
    }
  }

  @Test
  void doesNotLogHandshakeFailuresOfClosedConnections() throws Exception {
    var lines = new LinkedBlockingQueue<String>();
    var appender = captureLog(lines);
    var log = (Logger) LoggerFactory.getLogger(DefaultChannelPipeline.class);
    log.addAppender(appender);
    try {
      var port = listen(streamsWithSlowKey(), 0);
      try (var closedSocket = connectUnauthenticated(port)) {
        assertThat(closedSocket.getInputStream().read()).as("end of stream").isEqualTo(-1);
      }
      signatureGate.countDown();
      try (var next = connectUnauthenticated(port)) {
        assertThat(next.getInputStream().readAllBytes()).as("with an alert").isNotEmpty();
      }
      assertThat(lines).isEmpty();
    } finally {
      log.detachAppender(appender);
    }
  }

  /** Twice, because tasks of the closed stream run after those already queued. */
  private static void assertStillServing(PeerStreams streams) throws Exception {
    for (var time = 0; time < 2; time++) {
      var _ = streams.eventLoop().submit(() -> {}).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** A connection for which the server is signing. */
  private Socket connectUnauthenticated(int port) throws IOException, InterruptedException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(TIMEOUT_SECONDS));
    socket.getOutputStream().write(clientHello());
    signatureRequested.await();
    return socket;
  }

  private PeerStreams streamsWithSlowKey() throws IOException {
    var certificates = SslContextBuilder.forServer(new SlowKey()).protocols("TLSv1.3").build();
    var streams = new PeerStreams(LocalPeerContext.of("a2"), certificates, null);
    openStreams.add(streams);
    return streams;
  }

  /** A key manager that blocks until the test continues, and then has no key. */
  private final class SlowKey extends X509ExtendedKeyManager {
    @Override
    public @Nullable String chooseEngineServerAlias(
        String type, Principal @Nullable [] issuers, SSLEngine engine) {
      signatureRequested.countDown();
      try {
        signatureGate.await();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
      return null;
    }

    @Override
    public String[] getServerAliases(String type, Principal @Nullable [] issuers) {
      return new String[0];
    }

    @Override
    public @Nullable String chooseServerAlias(
        String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
      return null;
    }

    @Override
    public String[] getClientAliases(String type, Principal @Nullable [] issuers) {
      return new String[0];
    }

    @Override
    public @Nullable String chooseClientAlias(
        String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
      return null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return new X509Certificate[0];
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
      return null;
    }
  }
}
