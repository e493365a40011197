package org.touchpaper.nsap.element.openconfig;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.apache.sshd.server.subsystem.SubsystemFactory;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.kit.ElementUnderTest.Trouble;

/** The SSH server in front of a {@link Netconfd}, where a request can come to harm. */
final class NetconfDoor implements AutoCloseable {

  private static final Pattern ID = Pattern.compile(" message-id=\"(\\d+)\"");

  /** What tells one sending of an operation from another. */
  private static final Pattern ENVELOPE = Pattern.compile(ID + "|\n#\\d+\n|\n##\n|]]>]]>");

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** What can go wrong at a door: the kit's troubles, and one that needs others to matter. */
  enum Harm {
    /** None; what shall happen meanwhile happens before it is passed on. */
    NONE,
    LOST_BEFORE,
    LOST_AFTER,
    /** The answer comes, and with it the end of the connection. */
    LOST_BETWEEN,
    UNANSWERED,
    DENIED,
    GARBLED
  }

  private record Waiting(String edit, Harm harm, Runnable meanwhile) {}

  private final Netconfd netconfd;
  private final KeyPair key;
  private final AtomicReference<@Nullable Waiting> waiting = new AtomicReference<>();
  private final List<String> edits = new ArrayList<>();
  private final AtomicInteger sessions = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger(1);
  private final Runnable patienceEnds;
  private SshServer server;
  private final int port;

  /**
   * Opens it on any free port.
   *
   * @param patienceEnds called when an answer will never come
   */
  NetconfDoor(Netconfd netconfd, Runnable patienceEnds) {
    this.netconfd = netconfd;
    this.patienceEnds = patienceEnds;
    try {
      this.key = KeyUtils.generateKeyPair(KeyPairProvider.ECDSA_SHA2_NISTP256, 256);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has that curve", e);
    }
    this.server = listen(0);
    this.port = server.getPort();
  }

  int port() {
    return port;
  }

  String fingerprint() {
    return KeyUtils.getFingerPrint(key.getPublic());
  }

  synchronized List<String> edits() {
    return List.copyOf(edits);
  }

  int mostOutstanding() {
    return most.get();
  }

  void next(String edit, Trouble trouble) {
    next(edit, Harm.valueOf(trouble.name()), () -> {});
  }

  /** This happens to the next such edit; and this, once the session is lost, before we know it. */
  void next(String edit, Harm harm, Runnable meanwhile) {
    waiting.set(new Waiting(edit, harm, meanwhile));
  }

  /** True if what was to happen has begun to. */
  boolean isSpent() {
    return waiting.get() == null;
  }

  void shut() {
    try {
      server.stop(true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void reopen() {
    sessions.set(0);
    server = listen(port);
  }

  @Override
  public void close() {
    shut();
  }

  private SshServer listen(int at) {
    var listening = SshServer.setUpDefaultServer();
    listening.setHost("127.0.0.1");
    listening.setPort(at);
    listening.setKeyPairProvider(KeyPairProvider.wrap(key));
    listening.setPasswordAuthenticator(
        (user, password, _) -> user.equals("touchpaper") && password.equals("lightpath"));
    listening.setSubsystemFactories(List.of(new Subsystem()));
    try {
      listening.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return listening;
  }

  private final class Subsystem implements SubsystemFactory {
    @Override
    public String getName() {
      return "netconf";
    }

    @Override
    public Command createSubsystem(ChannelSession channel) {
      return new Between();
    }
  }

  private static String edit(String message) {
    return ENVELOPE.matcher(message).replaceAll("");
  }

  private synchronized boolean isEdit(String message) {
    if (!message.contains("<rpc ")
        || message.contains("<get-config>")
        || message.contains("<get>")
        || message.contains("close-session")) {
      return false;
    }
    edits.add(edit(message));
    return true;
  }

  /** One channel, between a client and the server's own subsystem program. */
  private final class Between implements Command {
    private @Nullable InputStream in;
    private @Nullable OutputStream out;
    private @Nullable ExitCallback exit;
    private @Nullable Process subsystem;
    private volatile @Nullable Waiting struck;
    private final AtomicInteger outstanding = new AtomicInteger();
    private boolean chunked;
    private int begun;
    private final CountDownLatch greeted = new CountDownLatch(1);

    @Override
    public void setInputStream(InputStream stream) {
      in = stream;
    }

    @Override
    public void setOutputStream(OutputStream stream) {
      out = stream;
    }

    @Override
    public void setErrorStream(OutputStream stream) {}

    @Override
    public void setExitCallback(ExitCallback callback) {
      exit = callback;
    }

    @Override
    public void start(ChannelSession channel, Environment environment) throws IOException {
      var program = netconfd.subsystem();
      subsystem = program;
      // a read from a process holds its carrier, and a small machine has two
      Thread.ofPlatform()
          .daemon()
          .start(() -> pump(Objects.requireNonNull(in), program.getOutputStream(), this::asked));
      Thread.ofPlatform()
          .daemon()
          .start(() -> pump(program.getInputStream(), Objects.requireNonNull(out), this::answered));
    }

    @Override
    public void destroy(ChannelSession channel) {
      end();
    }

    private interface Hearer {
      /** What is passed on of a message. */
      String hear(String message) throws IOException;
    }

    private void pump(InputStream from, OutputStream to, Hearer hearer) {
      var held = new StringBuilder();
      var buffer = new byte[8192];
      try {
        for (var length = from.read(buffer); length >= 0; length = from.read(buffer)) {
          held.append(new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
          for (var end = end(held); end > 0; end = end(held)) {
            var message = held.substring(0, end);
            held.delete(0, end);
            to.write(hearer.hear(message).getBytes(StandardCharsets.ISO_8859_1));
            to.flush();
          }
        }
      } catch (IOException e) {
        // cut, from whichever side
      }
      end();
    }

    private static int end(StringBuilder held) {
      var mark = held.indexOf("]]>]]>");
      if (mark >= 0) {
        return mark + 6;
      }
      var chunks = held.indexOf("\n##\n");
      return chunks < 0 ? 0 : chunks + 4;
    }

    private String asked(String message) throws IOException {
      if (message.contains("<hello ")) {
        awaitGreeting(); // the server forgets a hello that comes before it has said its own
        begun = sessions.incrementAndGet();
      }
      if (message.contains("<rpc ")) {
        netconfd.awaitActive(begun);
        begun = 0;
        chunked = !message.endsWith("]]>]]>");
        most.accumulateAndGet(outstanding.incrementAndGet(), Math::max);
      }
      var next = waiting.get();
      if (!isEdit(message) || next == null || !edit(message).equals(next.edit())) {
        return message;
      }
      waiting.set(null);
      return switch (next.harm()) {
        case NONE -> {
          next.meanwhile().run();
          yield message;
        }
        case LOST_BEFORE -> {
          lose(next);
          throw new IOException("lost");
        }
        case DENIED -> {
          outstanding.decrementAndGet();
          var id = ID.matcher(message);
          refuse(id.find() ? id.group(1) : "");
          yield "";
        }
        case LOST_AFTER, LOST_BETWEEN, UNANSWERED, GARBLED -> {
          struck = next;
          yield message;
        }
      };
    }

    private void lose(Waiting of) throws IOException {
      try {
        Objects.requireNonNull(subsystem).destroyForcibly().waitFor();
      } catch (InterruptedException e) {
        throw new IOException("interrupted", e);
      }
      of.meanwhile().run();
    }

    private void awaitGreeting() throws IOException {
      try {
        if (!greeted.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
          throw new IOException("the server does not say hello");
        }
      } catch (InterruptedException e) {
        throw new IOException("interrupted", e);
      }
    }

    private void refuse(String id) throws IOException {
      var reply =
          """
          <rpc-reply message-id="%s" xmlns="%s"><rpc-error><error-type>protocol</error-type>\
          <error-tag>operation-failed</error-tag><error-severity>error</error-severity>\
          <error-message>not now</error-message></rpc-error></rpc-reply>\
          """
              .formatted(id, Hello.BASE);
      var to = Objects.requireNonNull(out);
      to.write(framed(reply).getBytes(StandardCharsets.ISO_8859_1));
      to.flush();
    }

    private String framed(String message) {
      return chunked ? "\n#" + message.length() + "\n" + message + "\n##\n" : message + "]]>]]>";
    }

    private String answered(String message) throws IOException {
      if (!message.contains("rpc-reply")) {
        greeted.countDown();
        return message;
      }
      outstanding.decrementAndGet();
      var strikes = struck;
      if (strikes == null) {
        return message;
      }
      struck = null;
      return switch (strikes.harm()) {
        case LOST_AFTER -> {
          lose(strikes);
          throw new IOException("lost");
        }
        case LOST_BETWEEN -> {
          lose(strikes);
          yield message;
        }
        case UNANSWERED -> {
          patienceEnds.run();
          yield "";
        }
        case GARBLED -> framed("<rpc-reply what was that");
        case NONE, LOST_BEFORE, DENIED -> throw new IllegalStateException("struck before");
      };
    }

    private void end() {
      var program = subsystem;
      if (program != null) {
        program.destroyForcibly();
      }
      var callback = exit;
      if (callback != null) {
        callback.onExit(0);
      }
    }
  }
}
