package org.touchpaper.elementemulator.listener;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.apache.sshd.server.subsystem.SubsystemFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.TransportProtocol;
import org.touchpaper.elementsession.transport.DuplexStream;

/** Accepts SSH connections with the element's password or an authorised key. */
final class SshListener implements ElementListener {

  private static final Logger log = LoggerFactory.getLogger(SshListener.class);

  /** The name on Infinera's FlexILS. */
  private static final String SUBSYSTEM = "tl1telnet";

  private final SshServer server;

  private SshListener(SshServer server) {
    this.server = server;
  }

  static ElementListener listen(
      int port, ElementConfig config, ServerCredentials credentials, ConnectionCallback callback)
      throws IOException {
    var server = SshServer.setUpDefaultServer();
    server.setHost("127.0.0.1");
    server.setPort(port);
    server.setKeyPairProvider(credentials.hostKey());
    server.setPasswordAuthenticator(
        (user, password, _) -> user.equals(config.user()) && password.equals(config.password()));
    server.setPublickeyAuthenticator(
        (user, key, _) -> user.equals(config.user()) && credentials.isAuthorized(key));
    server.setShellFactory(_ -> new SshConnection(callback, true));
    server.setSubsystemFactories(List.of(new Tl1Subsystem(callback)));
    CoreModuleProperties.IDLE_TIMEOUT.set(server, Duration.ZERO);
    server.start();
    return new SshListener(server);
  }

  @Override
  public int port() {
    return server.getPort();
  }

  @Override
  public void shutDown() {
    try {
      server.stop(true);
    } catch (IOException e) {
      log.debug("closing port {}: {}", port(), e.getMessage());
    }
  }

  private record Tl1Subsystem(ConnectionCallback callback) implements SubsystemFactory {
    @Override
    public String getName() {
      return SUBSYSTEM;
    }

    @Override
    public Command createSubsystem(ChannelSession channel) {
      return new SshConnection(callback, false);
    }
  }

  private static final class SshConnection implements Command {

    private final ConnectionCallback callback;
    private final boolean shell;
    private @Nullable InputStream in;
    private @Nullable OutputStream out;
    private @Nullable ExitCallback exitCallback;

    private SshConnection(ConnectionCallback callback, boolean shell) {
      this.callback = callback;
      this.shell = shell;
    }

    @Override
    public void setInputStream(InputStream stream) {
      in = stream;
    }

    @Override
    public void setOutputStream(OutputStream stream) {
      out = stream;
    }

    @Override
    public void setErrorStream(OutputStream stream) {
      // an element has no separate error stream
    }

    @Override
    public void setExitCallback(ExitCallback callback) {
      exitCallback = callback;
    }

    @Override
    public void start(ChannelSession channel, Environment environment) {
      var session = channel.getSession();
      var stream =
          DuplexStream.of(
              Objects.requireNonNull(in), Objects.requireNonNull(out), () -> session.close(true));
      var remoteAddress = String.valueOf(session.getIoSession().getRemoteAddress());
      Thread.startVirtualThread(() -> {
        callback.onConnection(
            new ClientConnection(stream, TransportProtocol.SSH, shell), remoteAddress);
        Objects.requireNonNull(exitCallback).onExit(0);
      });
    }

    @Override
    public void destroy(ChannelSession closed) {
      // the closed streams end the handler
    }
  }
}
