package org.touchpaper.harc.stream;

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

/** Who is hung up on while a signature is made for them keeps the streams' thread from nothing. */
@Timeout(120)
class TlsTest extends StreamsUnderTest {
  private static final int PATIENCE_SECONDS = 30;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch signed = new CountDownLatch(1);

  @AfterEach
  void sign() {
    signed.countDown();
  }

  /** Its place before the door is free then, and its handshake waits for no turn. */
  @Test
  void whoProvesNothingInTimeIsHungUpOnThoughItIsSignedFor() throws Exception {
    var listener = slow();
    try (var stranger = stranger(listen(listener, 0))) {
      assertThat(stranger.getInputStream().read()).as("its end").isEqualTo(-1);
      assertThatItGoesOn(listener);
    }
  }

  @Test
  void whoIsSentAwayForOthersKeepsNobodyWaitingForItsSignature() throws Exception {
    var listener = slow();
    var port = listen(listener, 0);
    var others = new ArrayList<Socket>();
    try (var stranger = stranger(port)) {
      for (var n = 0; n < PendingHandshakes.ROOM; n++) {
        others.add(new Socket(InetAddress.getLoopbackAddress(), port));
      }
      assertThat(stranger.getInputStream().read()).as("its end").isEqualTo(-1);
      assertThatItGoesOn(listener);
    } finally {
      for (var each : others) {
        each.close();
      }
    }
  }

  @Test
  void whatIsWrongWithTheHandshakeOfOneWhoIsGoneIsNotTold() throws Exception {
    var lines = new LinkedBlockingQueue<String>();
    var tap = tap(lines);
    var log = (Logger) LoggerFactory.getLogger(DefaultChannelPipeline.class);
    log.addAppender(tap);
    try {
      var port = listen(slow(), 0);
      try (var gone = stranger(port)) {
        assertThat(gone.getInputStream().read()).as("its end").isEqualTo(-1);
      }
      signed.countDown();
      try (var next = stranger(port)) {
        assertThat(next.getInputStream().readAllBytes()).as("with an alert").isNotEmpty();
      }
      assertThat(lines).isEmpty();
    } finally {
      log.detachAppender(tap);
    }
  }

  /** What follows the end of a stream is done after what was there already: hence twice. */
  private static void assertThatItGoesOn(Streams streams) throws Exception {
    for (var time = 0; time < 2; time++) {
      var _ = streams.thread().submit(() -> {}).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** One that is being signed for. */
  private Socket stranger(int port) throws IOException, InterruptedException {
    var stranger = new Socket(InetAddress.getLoopbackAddress(), port);
    stranger.setSoTimeout((int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    stranger.getOutputStream().write(clientHello());
    asked.await();
    return stranger;
  }

  private Streams slow() throws IOException {
    var certificates = SslContextBuilder.forServer(new SlowKey()).protocols("TLSv1.3").build();
    var streams = new Streams(Own.of("a2"), certificates, null);
    all.add(streams);
    return streams;
  }

  /** Asked for as a signature is made, it takes as long as the test wants, and has none. */
  private final class SlowKey extends X509ExtendedKeyManager {
    @Override
    public @Nullable String chooseEngineServerAlias(
        String type, Principal @Nullable [] issuers, SSLEngine engine) {
      asked.countDown();
      try {
        signed.await();
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
