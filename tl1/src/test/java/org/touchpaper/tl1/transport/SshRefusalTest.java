package org.touchpaper.tl1.transport;

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
 * Whether a server that ends a connection has refused a login, which may lock an account, or was
 * never asked for one: by how far it came, for what it says of that differs.
 */
@Timeout(300)
class SshRefusalTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int DROPPED = 0;

  private static KeyPair hostKey;

  @BeforeAll
  static void generate() throws Exception {
    var generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    hostKey = generator.generateKeyPair();
  }

  private static Throwable dialling(int port, Duration within, Duration loginWithin) {
    var ssh =
        Transport.ssh(
            SshAccess.password("touchpaper", "guess"),
            HostKeys.of(KeyUtils.getFingerPrint(hostKey.getPublic())));
    return catchThrowable(() -> ssh.dial("127.0.0.1", port, within, loginWithin));
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        DROPPED,
        SshConstants.SSH2_DISCONNECT_PROTOCOL_ERROR, // OpenSSH's, after too many attempts
        SshConstants.SSH2_DISCONNECT_BY_APPLICATION,
        SshConstants.SSH2_DISCONNECT_NO_MORE_AUTH_METHODS_AVAILABLE
      })
  void isRefusedByWhoEndsItWhenItHearsThePassword(int reason) throws Exception {
    assertThat(diallingOneThatEndsItAtThePassword(reason)).isInstanceOf(AccessRefused.class);
  }

  @ParameterizedTest
  @ValueSource(ints = SshConstants.SSH2_DISCONNECT_TOO_MANY_CONNECTIONS)
  void isNotRefusedByWhoHasNoRoom(int reason) throws Exception {
    assertThat(diallingOneThatEndsItAtThePassword(reason))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(AccessRefused.class);
  }

  private static Throwable diallingOneThatEndsItAtThePassword(int reason) throws IOException {
    try (var server =
        server((_, _, session) -> {
          end(session, reason);
          return false;
        })) {
      return dialling(server.getPort(), PATIENCE, PATIENCE);
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

  /** Some keep whoever guesses waiting, or ask elsewhere for long, and count it in the end. */
  @Test
  void isRefusedByWhoIsSilentOnceItHeardThePassword() throws Exception {
    var over = new CountDownLatch(1);
    try (var server =
        server((_, _, _) -> {
          awaitWithoutFail(over);
          return false;
        })) {
      try {
        assertThat(dialling(server.getPort(), PATIENCE, Duration.ofSeconds(5)))
            .isInstanceOf(AccessRefused.class);
      } finally {
        over.countDown();
      }
    }
  }

  /** Such as one that has just started, and cannot ask yet who may log in. */
  @Test
  void isRefusedByNobodyWhoIsSilentBeforeItHeardAPassword() throws Exception {
    var over = new CountDownLatch(1);
    try (var server = server((_, _, _) -> false)) {
      server.addSessionListener(
          new SessionListener() {
            @Override
            public void sessionEvent(Session session, Event event) {
              if (event == Event.KeyEstablished) {
                awaitWithoutFail(over);
              }
            }
          });
      try {
        assertThat(dialling(server.getPort(), PATIENCE, Duration.ofMillis(500)))
            .isInstanceOf(IOException.class)
            .isNotInstanceOf(AccessRefused.class);
      } finally {
        over.countDown();
      }
    }
  }

  private static void awaitWithoutFail(CountDownLatch over) {
    try {
      over.await();
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

  /** What one does that lets nobody come as far as a password. */
  enum Stranger {
    IS_SILENT {
      @Override
      void greet(Socket caller) throws IOException {
        caller.getInputStream().transferTo(OutputStream.nullOutputStream()); // until it hangs up
      }
    },
    HANGS_UP {
      @Override
      void greet(Socket caller) {}
    },
    FINDS_AN_ERROR_IN_OUR_PACKETS {
      @Override
      void greet(Socket caller) throws IOException {
        caller.getOutputStream().write("SSH-2.0-stranger\r\n".getBytes(StandardCharsets.US_ASCII));
        caller
            .getOutputStream()
            .write(disconnection(SshConstants.SSH2_DISCONNECT_PROTOCOL_ERROR, "bad"));
        caller.getInputStream().transferTo(OutputStream.nullOutputStream());
      }
    };

    abstract void greet(Socket caller) throws IOException;
  }

  /** A packet in the clear (RFC 4253, sections 6 and 11.1). */
  private static byte[] disconnection(int reason, String words) throws IOException {
    var payload = new ByteArrayOutputStream();
    var out = new DataOutputStream(payload);
    out.writeByte(SshConstants.SSH_MSG_DISCONNECT);
    out.writeInt(reason);
    out.writeInt(words.length());
    out.writeBytes(words);
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

  /** It may be well again in a moment. */
  @ParameterizedTest
  @EnumSource(Stranger.class)
  void isRefusedByNobodyWhoWasNotToldThePassword(Stranger stranger) throws Exception {
    try (var door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var over = new CountDownLatch(1);
      Thread.startVirtualThread(() -> {
        try (var caller = door.accept()) {
          stranger.greet(caller);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        } finally {
          over.countDown();
        }
      });
      var patience = stranger == Stranger.IS_SILENT ? Duration.ofMillis(500) : PATIENCE;
      assertThat(dialling(door.getLocalPort(), patience, PATIENCE))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(AccessRefused.class);
      over.await();
    }
  }
}
