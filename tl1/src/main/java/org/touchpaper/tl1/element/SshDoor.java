package org.touchpaper.tl1.element;

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
import org.touchpaper.tl1.transport.Line;

/** Lets in over SSH who knows the element's password or has a key it knows. */
final class SshDoor implements Door {

  private static final Logger log = LoggerFactory.getLogger(SshDoor.class);

  /** What Infinera's FlexILS calls it. */
  private static final String SUBSYSTEM = "tl1telnet";

  private final SshServer server;

  private SshDoor(SshServer server) {
    this.server = server;
  }

  static Door open(int port, ElementConfig config, Credential credential, Service service)
      throws IOException {
    var server = SshServer.setUpDefaultServer();
    server.setHost("127.0.0.1");
    server.setPort(port);
    server.setKeyPairProvider(credential.hostKey());
    server.setPasswordAuthenticator(
        (user, password, _) -> user.equals(config.user()) && password.equals(config.password()));
    server.setPublickeyAuthenticator(
        (user, key, _) -> user.equals(config.user()) && credential.authorizes(key));
    server.setShellFactory(_ -> new Served(service, true));
    server.setSubsystemFactories(List.of(new Subsystem(service)));
    CoreModuleProperties.IDLE_TIMEOUT.set(server, Duration.ZERO);
    server.start();
    return new SshDoor(server);
  }

  @Override
  public int port() {
    return server.getPort();
  }

  @Override
  public void slam() {
    try {
      server.stop(true);
    } catch (IOException e) {
      log.debug("closing port {}: {}", port(), e.getMessage());
    }
  }

  private record Subsystem(Service service) implements SubsystemFactory {
    @Override
    public String getName() {
      return SUBSYSTEM;
    }

    @Override
    public Command createSubsystem(ChannelSession channel) {
      return new Served(service, false);
    }
  }

  /** One channel: what comes in, what goes out, and who serves it. */
  private static final class Served implements Command, Line {
    private final Service service;
    private final boolean shell;
    private @Nullable InputStream in;
    private @Nullable OutputStream out;
    private @Nullable ExitCallback ended;
    private volatile @Nullable ChannelSession channel;

    private Served(Service service, boolean shell) {
      this.service = service;
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
      // an element says everything on one stream
    }

    @Override
    public void setExitCallback(ExitCallback callback) {
      ended = callback;
    }

    @Override
    public void start(ChannelSession opened, Environment environment) {
      channel = opened;
      Thread.startVirtualThread(() -> {
        var from = String.valueOf(opened.getSession().getIoSession().getRemoteAddress());
        service.serve(new Wire(this, Entrance.SSH, shell), from);
        Objects.requireNonNull(ended).onExit(0);
      });
    }

    @Override
    public void destroy(ChannelSession closed) {
      // its streams are closed already, which ends who serves it
    }

    @Override
    public int read(byte[] into) throws IOException {
      return Objects.requireNonNull(in).read(into);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      var stream = Objects.requireNonNull(out);
      stream.write(bytes);
      stream.flush();
    }

    @Override
    public void close() {
      var opened = channel;
      if (opened != null) {
        opened.getSession().close(true);
      }
    }
  }
}
