package org.touchpaper.tl1.transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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

/** SSH 2 (RFC 4251 to 4254): a shell or a subsystem of an element whose host key is known. */
final class Ssh implements Transport {

  /** Wide enough for any command, so that no terminal of ours lets an element wrap it. */
  private static final int COLUMNS = 511;

  private static final Duration HEARTBEAT = Duration.ofSeconds(30);
  private static final AttributeKey<Dialled> DIALLED = new AttributeKey<>();

  private final SshAccess access;
  private final HostKeys hostKeys;

  Ssh(SshAccess access, HostKeys hostKeys) {
    this.access = access;
    this.hostKeys = hostKeys;
  }

  /** One client, with few threads, serves all elements; nothing of the user's own is looked at. */
  private static final class Client {
    private static final SshClient SHARED = start();

    private static SshClient start() {
      var client = SshClient.setUpDefaultClient();
      client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
      client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
      client.setAgentFactory(null);
      client.setUserAuthFactories(
          List.of(
              UserAuthPublicKeyFactory.INSTANCE,
              new PromptedPassword.Factory(),
              UserAuthPasswordFactory.INSTANCE));
      client.setPasswordAuthenticationReporter(new PasswordTold());
      client.setServerKeyVerifier(Ssh::isKnown);
      client.addSessionListener(new KeysAgreed());
      CoreModuleProperties.IDLE_TIMEOUT.set(client, Duration.ZERO);
      CoreModuleProperties.HEARTBEAT_INTERVAL.set(client, HEARTBEAT);
      client.start();
      return client;
    }
  }

  /** Whom we meant to reach, what we have against who is there, and how far we came. */
  private static final class Dialled {
    private final HostKeys hostKeys;
    private final String host;
    private final int port;
    private volatile @Nullable String objection;
    private volatile boolean saysWhoWeAre;
    private volatile boolean isPasswordTold;
    private final CountDownLatch saysItOrNever = new CountDownLatch(1);

    private Dialled(HostKeys hostKeys, String host, int port) {
      this.hostKeys = hostKeys;
      this.host = host;
      this.port = port;
    }

    private boolean isBy(PublicKey shown) {
      try {
        objection = hostKeys.objection(host, port, shown).orElse(null);
      } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
        objection = "the known host keys cannot be read: " + e.getMessage();
      }
      return objection == null;
    }

    private void awaitKeys(Duration within) throws IOException {
      try {
        if (!saysItOrNever.await(within.toNanos(), TimeUnit.NANOSECONDS)) {
          throw new IOException("no keys are agreed on within " + within.toMillis() + " ms");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }

    private static @Nullable Dialled by(ClientSession session) {
      var context = session.getConnectionContext();
      return context == null ? null : context.getAttribute(DIALLED);
    }
  }

  private static boolean isKnown(ClientSession session, SocketAddress address, PublicKey shown) {
    var dialled = Dialled.by(session);
    return dialled != null && dialled.isBy(shown);
  }

  /** Whoever does not answer from now on may have found it wrong. */
  static void tellsPassword(ClientSession session) {
    var dialled = Dialled.by(session);
    if (dialled != null) {
      dialled.isPasswordTold = true;
    }
  }

  private static final class PasswordTold implements PasswordAuthenticationReporter {
    @Override
    public void signalAuthenticationAttempt(
        ClientSession session,
        String service,
        String password,
        boolean modified,
        @Nullable String newPassword) {
      tellsPassword(session);
    }
  }

  /** From then on nothing is said but who we are, until that is believed. */
  private static final class KeysAgreed implements SessionListener {
    @Override
    public void sessionEvent(Session session, Event event) {
      var dialled = session instanceof ClientSession ours ? Dialled.by(ours) : null;
      if (event == Event.KeyEstablished && dialled != null) {
        dialled.saysWhoWeAre = true;
        dialled.saysItOrNever.countDown();
      }
    }
  }

  @Override
  public String label() {
    return "ssh";
  }

  @Override
  public Line dial(String host, int port, Duration within) throws IOException {
    return dial(host, port, within, within);
  }

  @Override
  public Line dial(String host, int port, Duration within, Duration loginWithin)
      throws IOException {
    var dialled = new Dialled(hostKeys, host, port);
    try {
      return open(dialled, within, loginWithin);
    } catch (IOException
        | IllegalStateException e) { // the latter of a session that ended meanwhile
      // A key may be refused, and the session ended, before we are told that there is a connection.
      var objection = dialled.objection;
      if (objection != null) {
        throw new AccessRefused(objection, e);
      }
      var words = "no SSH for " + access.user() + ": " + e.getMessage();
      throw e instanceof AccessRefused ? new AccessRefused(words, e) : new IOException(words, e);
    }
  }

  private Line open(Dialled dialled, Duration within, Duration loginWithin) throws IOException {
    var context = AttributeRepository.ofKeyValuePair(DIALLED, dialled);
    var session =
        Client.SHARED
            .connect(access.user(), dialled.host, dialled.port, context, null)
            .verify(within)
            .getClientSession();
    var isOpen = false;
    try {
      showWhoWeAre(session);
      authenticate(session, dialled, within, loginWithin);
      var channel = channel(session);
      channel.open().verify(within);
      var line = new SshLine(session, channel);
      isOpen = true;
      return line;
    } finally {
      if (!isOpen) {
        session.close(true);
      }
    }
  }

  private static void authenticate(
      ClientSession session, Dialled dialled, Duration within, Duration loginWithin)
      throws IOException {
    try {
      var login = session.auth();
      login.addListener(_ -> dialled.saysItOrNever.countDown());
      dialled.awaitKeys(within);
      login.verify(loginWithin);
    } catch (SshException e) {
      if (dialled.saysWhoWeAre && isRefusal(e, dialled.isPasswordTold)) {
        throw new AccessRefused(String.valueOf(e.getMessage()), e);
      }
      throw e; // that may be better the next time
    }
  }

  /**
   * However it is said: some servers name one reason or another (RFC 4253, section 11.1), some just
   * close the connection, and some take longer over a wrong password than we wait. Silence before
   * that is none, and neither is want of room.
   */
  private static boolean isRefusal(SshException end, boolean isPasswordTold) {
    return (isPasswordTold || !(end.getCause() instanceof TimeoutException))
        && end.getDisconnectCode() != SshConstants.SSH2_DISCONNECT_TOO_MANY_CONNECTIONS;
  }

  private void showWhoWeAre(ClientSession session) throws IOException {
    var file = access.privateKey();
    if (file != null) {
      var passphrase = access.passphrase();
      var words =
          passphrase == null ? FilePasswordProvider.EMPTY : FilePasswordProvider.of(passphrase);
      try (var in = Files.newInputStream(file)) {
        var keys = SecurityUtils.loadKeyPairIdentities(session, new PathResource(file), in, words);
        if (keys == null) {
          throw new IOException("no private key in " + file);
        }
        keys.forEach(session::addPublicKeyIdentity);
      } catch (GeneralSecurityException | RuntimeException e) { // garbled ones throw anything
        throw new IOException("the private key " + file + " cannot be read: " + e, e);
      }
    }
    if (access.password() != null) {
      session.addPasswordIdentity(access.password());
    }
  }

  private ClientChannel channel(ClientSession session) throws IOException {
    if (access.subsystem() != null) {
      return session.createSubsystemChannel(access.subsystem());
    }
    ChannelShell shell = session.createShellChannel();
    shell.setPtyColumns(COLUMNS);
    return shell;
  }

  /** A channel of a session of its own. */
  private static final class SshLine implements Line {
    private final ClientSession session;
    private final InputStream in;
    private final OutputStream out;

    private SshLine(ClientSession session, ClientChannel channel) {
      this.session = session;
      this.in = channel.getInvertedOut();
      this.out = channel.getInvertedIn();
    }

    @Override
    public int read(byte[] into) throws IOException {
      return in.read(into);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      out.write(bytes);
      out.flush();
    }

    @Override
    public void close() throws IOException {
      session.close(true);
      in.close();
    }
  }
}
