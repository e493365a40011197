package org.touchpaper.elementsession.transport;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.auth.password.PasswordAuthenticationReporter;
import org.apache.sshd.client.auth.password.UserAuthPasswordFactory;
import org.apache.sshd.client.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.client.channel.ChannelShell;
import org.apache.sshd.client.channel.ClientChannel;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.AttributeRepository;
import org.apache.sshd.common.AttributeRepository.AttributeKey;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.SshException;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionListener;
import org.apache.sshd.common.util.io.resource.PathResource;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.apache.sshd.core.CoreModuleProperties;
import org.jspecify.annotations.Nullable;

/** SSH 2 (RFC 4251 to 4254): a shell or a subsystem of an element with a known host key. */
final class SshTransport implements Transport {

  /** Wide enough for any command, so that the element does not wrap lines. */
  private static final int TERMINAL_COLUMNS = 511;

  private static final Duration HEARTBEAT_INTERVAL = Duration.ofSeconds(30);
  private static final AttributeKey<ConnectionAttempt> ATTEMPT = new AttributeKey<>();

  private final SshCredentials access;
  private final HostKeys hostKeys;

  SshTransport(SshCredentials access, HostKeys hostKeys) {
    this.access = access;
    this.hostKeys = hostKeys;
  }

  /** One client with few threads serves all elements; it reads no personal SSH configuration. */
  private static final class SharedClient {
    private static final SshClient INSTANCE = start();

    private static SshClient start() {
      var client = SshClient.setUpDefaultClient();
      client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
      client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
      client.setAgentFactory(null);
      client.setUserAuthFactories(
          List.of(
              UserAuthPublicKeyFactory.INSTANCE,
              new SingleAttemptKeyboardInteractive.Factory(),
              UserAuthPasswordFactory.INSTANCE));
      client.setPasswordAuthenticationReporter(new PasswordSentReporter());
      client.setServerKeyVerifier(SshTransport::verifyHostKey);
      client.addSessionListener(new KeyExchangeListener());
      CoreModuleProperties.IDLE_TIMEOUT.set(client, Duration.ZERO);
      CoreModuleProperties.HEARTBEAT_INTERVAL.set(client, HEARTBEAT_INTERVAL);
      client.start();
      return client;
    }
  }

  /** The state of one attempt: the expected host, why its key was rejected, and the progress. */
  private static final class ConnectionAttempt {
    private final HostKeys hostKeys;
    private final String host;
    private final int port;
    private volatile @Nullable String rejectionReason;
    private volatile boolean isAuthenticating;
    private volatile boolean isPasswordSent;
    private final CountDownLatch authenticatingOrFailed = new CountDownLatch(1);

    private ConnectionAttempt(HostKeys hostKeys, String host, int port) {
      this.hostKeys = hostKeys;
      this.host = host;
      this.port = port;
    }

    private boolean verifyHostKey(PublicKey presented) {
      try {
        rejectionReason = hostKeys.rejectionReason(host, port, presented).orElse(null);
      } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
        rejectionReason = "cannot read the configured host keys: " + e.getMessage();
      }
      return rejectionReason == null;
    }

    private void awaitKeyExchange(Duration timeout) throws IOException {
      try {
        if (!authenticatingOrFailed.await(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
          throw new IOException(
              "the SSH key exchange did not complete within " + timeout.toMillis() + " ms");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }

    private static @Nullable ConnectionAttempt of(ClientSession session) {
      var context = session.getConnectionContext();
      return context == null ? null : context.getAttribute(ATTEMPT);
    }
  }

  private static boolean verifyHostKey(
      ClientSession session, SocketAddress address, PublicKey presented) {
    var attempt = ConnectionAttempt.of(session);
    return attempt != null && attempt.verifyHostKey(presented);
  }

  /** A server that does not answer from here on may have rejected the password. */
  static void markPasswordSent(ClientSession session) {
    var attempt = ConnectionAttempt.of(session);
    if (attempt != null) {
      attempt.isPasswordSent = true;
    }
  }

  private static final class PasswordSentReporter implements PasswordAuthenticationReporter {
    @Override
    public void signalAuthenticationAttempt(
        ClientSession session,
        String service,
        String password,
        boolean modified,
        @Nullable String newPassword) {
      markPasswordSent(session);
    }
  }

  /** Notes the start of authentication, which begins when keys are established. */
  private static final class KeyExchangeListener implements SessionListener {
    @Override
    public void sessionEvent(Session session, Event event) {
      var attempt =
          session instanceof ClientSession clientSession
              ? ConnectionAttempt.of(clientSession)
              : null;
      if (event == Event.KeyEstablished && attempt != null) {
        attempt.isAuthenticating = true;
        attempt.authenticatingOrFailed.countDown();
      }
    }
  }

  @Override
  public String label() {
    return "ssh";
  }

  @Override
  public DuplexStream connect(String host, int port, Duration timeout) throws IOException {
    return connect(host, port, timeout, timeout);
  }

  @Override
  public DuplexStream connect(String host, int port, Duration timeout, Duration loginTimeout)
      throws IOException {
    var attempt = new ConnectionAttempt(hostKeys, host, port);
    try {
      return open(attempt, timeout, loginTimeout);
    } catch (IOException | IllegalStateException e) { // thrown by a session that has ended
      // The key may be rejected, and the session closed, before connect returns.
      var rejectionReason = attempt.rejectionReason;
      if (rejectionReason != null) {
        throw new AccessRefusedException(rejectionReason, e);
      }
      var message = "SSH login as " + access.user() + " failed: " + e.getMessage();
      throw e instanceof AccessRefusedException
          ? new AccessRefusedException(message, e)
          : new IOException(message, e);
    }
  }

  private DuplexStream open(ConnectionAttempt attempt, Duration timeout, Duration loginTimeout)
      throws IOException {
    var context = AttributeRepository.ofKeyValuePair(ATTEMPT, attempt);
    var session =
        SharedClient.INSTANCE
            .connect(access.user(), attempt.host, attempt.port, context, null)
            .verify(timeout)
            .getClientSession();
    var isOpen = false;
    try {
      addIdentities(session);
      authenticate(session, attempt, timeout, loginTimeout);
      var channel = openChannel(session);
      channel.open().verify(timeout);
      isOpen = true;
      var in = channel.getInvertedOut();
      return DuplexStream.of(
          in,
          channel.getInvertedIn(),
          () -> {
            session.close(true);
            in.close();
          });
    } finally {
      if (!isOpen) {
        session.close(true);
      }
    }
  }

  private static void authenticate(
      ClientSession session, ConnectionAttempt attempt, Duration timeout, Duration loginTimeout)
      throws IOException {
    try {
      var login = session.auth();
      login.addListener(_ -> attempt.authenticatingOrFailed.countDown());
      attempt.awaitKeyExchange(timeout);
      login.verify(loginTimeout);
    } catch (SshException e) {
      if (attempt.isAuthenticating && isRefusal(e, attempt.isPasswordSent)) {
        throw new AccessRefusedException(String.valueOf(e.getMessage()), e);
      }
      throw e; // may be temporary
    }
  }

  /**
   * Recognises a refused login. Some servers state a reason (RFC 4253, section 11.1), some just
   * close the connection, and some delay the answer to a wrong password beyond the timeout. A
   * timeout before the password was sent is not a refusal; neither is an overloaded server.
   */
  private static boolean isRefusal(SshException failure, boolean isPasswordSent) {
    return (isPasswordSent || !(failure.getCause() instanceof TimeoutException))
        && failure.getDisconnectCode() != SshConstants.SSH2_DISCONNECT_TOO_MANY_CONNECTIONS;
  }

  private void addIdentities(ClientSession session) throws IOException {
    var file = access.privateKey();
    if (file != null) {
      var passphrase = access.passphrase();
      var passwordProvider =
          passphrase == null ? FilePasswordProvider.EMPTY : FilePasswordProvider.of(passphrase);
      try (var in = Files.newInputStream(file)) {
        var keys =
            SecurityUtils.loadKeyPairIdentities(
                session, new PathResource(file), in, passwordProvider);
        if (keys == null) {
          throw new IOException("no private key in " + file);
        }
        keys.forEach(session::addPublicKeyIdentity);
      } catch (GeneralSecurityException | RuntimeException e) { // invalid files cause any of these
        throw new IOException("the private key " + file + " cannot be read: " + e, e);
      }
    }
    if (access.password() != null) {
      session.addPasswordIdentity(access.password());
    }
  }

  private ClientChannel openChannel(ClientSession session) throws IOException {
    if (access.subsystem() != null) {
      return session.createSubsystemChannel(access.subsystem());
    }
    ChannelShell shell = session.createShellChannel();
    shell.setPtyColumns(TERMINAL_COLUMNS);
    return shell;
  }
}
