package org.touchpaper.elementsession.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionListener;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.auth.password.PasswordAuthenticator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Distinguishes a refused login, which may lock an account, from other failures by the progress of
 * the connection, because servers state different reasons.
 */
@Timeout(300)
class SshTransportRefusalTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int DROPPED = 0;

  private static KeyPair hostKey;

  @BeforeAll
  static void generate() throws Exception {
    var generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    hostKey = generator.generateKeyPair();
  }

  private static Throwable connectExpectingFailure(
      int port, Duration timeout, Duration loginTimeout) {
    var ssh =
        Transport.ssh(
            SshCredentials.password("touchpaper", "guess"),
            HostKeys.of(KeyUtils.getFingerPrint(hostKey.getPublic())));
    return catchThrowable(() -> ssh.connect("127.0.0.1", port, timeout, loginTimeout));
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        DROPPED,
        SshConstants.SSH2_DISCONNECT_PROTOCOL_ERROR, // OpenSSH's, after too many attempts
        SshConstants.SSH2_DISCONNECT_BY_APPLICATION,
        SshConstants.SSH2_DISCONNECT_NO_MORE_AUTH_METHODS_AVAILABLE
      })
  void isARefusalIfTheServerDisconnectsAfterThePassword(int reason) throws Exception {
    assertThat(connectToServerEndingAtPassword(reason)).isInstanceOf(AccessRefusedException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = SshConstants.SSH2_DISCONNECT_TOO_MANY_CONNECTIONS)
  void isNotARefusalIfTheServerIsOverloaded(int reason) throws Exception {
    assertThat(connectToServerEndingAtPassword(reason))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(AccessRefusedException.class);
  }

  private static Throwable connectToServerEndingAtPassword(int reason) throws IOException {
    try (var server =
        server((_, _, session) -> {
          end(session, reason);
          return false;
        })) {
      return connectExpectingFailure(server.getPort(), TIMEOUT, TIMEOUT);
    }
  }

  private static SshServer server(PasswordAuthenticator authenticator) throws IOException {
    var server = SshServer.setUpDefaultServer();
    server.setHost("127.0.0.1");
    server.setKeyPairProvider(KeyPairProvider.wrap(hostKey));
    server.setPasswordAuthenticator(authenticator);
    server.start();
    return server;
  }

  /** Some servers delay their answer to a wrong password, or query other servers, and count it. */
  @Test
  void isARefusalIfTheServerDoesNotAnswerAfterThePassword() throws Exception {
    var finished = new CountDownLatch(1);
    try (var server =
        server((_, _, _) -> {
          awaitUninterrupted(finished);
          return false;
        })) {
      try {
        assertThat(connectExpectingFailure(server.getPort(), TIMEOUT, Duration.ofSeconds(5)))
            .isInstanceOf(AccessRefusedException.class);
      } finally {
        finished.countDown();
      }
    }
  }

  /** For example a server that has just started and cannot authenticate yet. */
  @Test
  void isNotARefusalIfTheServerDoesNotAnswerBeforeThePassword() throws Exception {
    var finished = new CountDownLatch(1);
    try (var server = server((_, _, _) -> false)) {
      server.addSessionListener(
          new SessionListener() {
            @Override
            public void sessionEvent(Session session, Event event) {
              if (event == Event.KeyEstablished) {
                awaitUninterrupted(finished);
              }
            }
          });
      try {
        assertThat(connectExpectingFailure(server.getPort(), TIMEOUT, Duration.ofMillis(500)))
            .isInstanceOf(IOException.class)
            .isNotInstanceOf(AccessRefusedException.class);
      } finally {
        finished.countDown();
      }
    }
  }

  private static void awaitUninterrupted(CountDownLatch finished) {
    try {
      finished.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void end(Session session, int reason) {
    try {
      if (reason == DROPPED) {
        session.close(true);
      } else {
        session.disconnect(reason, "no");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Failures of a server before it receives a password. */
  enum FaultyServer {
    STAYS_SILENT {
      @Override
      void serve(Socket caller) throws IOException {
        caller
            .getInputStream()
            .transferTo(OutputStream.nullOutputStream()); // until the client closes
      }
    },
    HANGS_UP {
      @Override
      void serve(Socket caller) {}
    },
    SENDS_PROTOCOL_ERROR {
      @Override
      void serve(Socket caller) throws IOException {
        caller.getOutputStream().write("SSH-2.0-other\r\n".getBytes(StandardCharsets.US_ASCII));
        caller
            .getOutputStream()
            .write(disconnection(SshConstants.SSH2_DISCONNECT_PROTOCOL_ERROR, "bad"));
        caller.getInputStream().transferTo(OutputStream.nullOutputStream());
      }
    };

    abstract void serve(Socket caller) throws IOException;
  }

  /** An unencrypted disconnect packet (RFC 4253, sections 6 and 11.1). */
  private static byte[] disconnection(int reason, String reasonText) throws IOException {
    var payload = new ByteArrayOutputStream();
    var out = new DataOutputStream(payload);
    out.writeByte(SshConstants.SSH_MSG_DISCONNECT);
    out.writeInt(reason);
    out.writeInt(reasonText.length());
    out.writeBytes(reasonText);
    out.writeInt(0); // no language
    var padding = 16 - (5 + payload.size()) % 8; // at least four, to a multiple of eight
    var packet = new ByteArrayOutputStream();
    var framed = new DataOutputStream(packet);
    framed.writeInt(1 + payload.size() + padding);
    framed.writeByte(padding);
    payload.writeTo(framed);
    framed.write(new byte[padding]);
    return packet.toByteArray();
  }

  /** The failure may be temporary. */
  @ParameterizedTest
  @EnumSource(FaultyServer.class)
  void isNotARefusalIfThePasswordWasNotSent(FaultyServer server) throws Exception {
    try (var serverSocket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var finished = new CountDownLatch(1);
      Thread.startVirtualThread(() -> {
        try (var caller = serverSocket.accept()) {
          server.serve(caller);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        } finally {
          finished.countDown();
        }
      });
      var timeout = server == FaultyServer.STAYS_SILENT ? Duration.ofMillis(500) : TIMEOUT;
      assertThat(connectExpectingFailure(serverSocket.getLocalPort(), timeout, TIMEOUT))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(AccessRefusedException.class);
      finished.await();
    }
  }
}
