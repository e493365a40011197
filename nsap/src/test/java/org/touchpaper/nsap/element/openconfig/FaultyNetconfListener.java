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
import java.util.concurrent.CompletableFuture;
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
import org.touchpaper.elementsession.netconf.NetconfHello;
import org.touchpaper.segment.kit.ElementUnderTest.Trouble;

/** An SSH server in front of a {@link YumaNetconfServer} that injects faults into requests. */
final class FaultyNetconfListener implements AutoCloseable {

  private static final Pattern ID = Pattern.compile(" message-id=\"(\\d+)\"");
  private static final Pattern SESSION_ID = Pattern.compile("session-id>(\\d+)<");

  /** The parts that differ between repetitions of an operation. */
  private static final Pattern ENVELOPE = Pattern.compile(ID + "|\n#\\d+\n|\n##\n|]]>]]>");

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The server answers within milliseconds. What it has not answered for so long, it dropped. */
  private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(10);

  /** The faults: those of the contract kit, and one that needs other sessions. */
  enum NetconfFault {
    /** No fault; the other action runs before the request is forwarded. */
    NONE,
    LOST_BEFORE,
    LOST_AFTER,
    /** The reply arrives, and the connection ends. */
    LOST_BETWEEN,
    UNANSWERED,
    DENIED,
    GARBLED
  }

  private record PendingFault(String edit, NetconfFault fault, Runnable meanwhile) {}

  private final YumaNetconfServer netconfd;
  private final KeyPair key;
  private final AtomicReference<@Nullable PendingFault> pendingFault = new AtomicReference<>();
  private final List<String> edits = new ArrayList<>();
  private final AtomicInteger maxOutstanding = new AtomicInteger(1);
  private final Runnable onTimeout;
  private SshServer server;
  private final int port;

  /**
   * Listens on a free port.
   *
   * @param patienceEnds called when a reply will never arrive
   */
  FaultyNetconfListener(YumaNetconfServer netconfd, Runnable patienceEnds) {
    this.netconfd = netconfd;
    this.onTimeout = patienceEnds;
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
    return maxOutstanding.get();
  }

  void injectOnce(String edit, Trouble trouble) {
    injectOnce(edit, NetconfFault.valueOf(trouble.name()), () -> {});
  }

  /**
   * Injects a fault into the next such edit; the action runs once the session is lost, before we
   * notice.
   */
  void injectOnce(String edit, NetconfFault harm, Runnable meanwhile) {
    pendingFault.set(new PendingFault(edit, harm, meanwhile));
  }

  /** True if the fault has been used. */
  boolean isSpent() {
    return pendingFault.get() == null;
  }

  void shut() {
    try {
      server.stop(true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void reopen() {
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
      return new FaultyChannel();
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

  /** A channel between a client and the server's subsystem program. */
  private final class FaultyChannel implements Command {
    private @Nullable InputStream in;
    private @Nullable OutputStream out;
    private @Nullable ExitCallback exit;
    private @Nullable Process subsystem;
    private volatile @Nullable PendingFault activeFault;
    private final AtomicInteger outstanding = new AtomicInteger();
    private final AtomicInteger replies = new AtomicInteger();
    private boolean chunked;
    private volatile String sessionId = "";
    private boolean active;
    private volatile boolean ended;
    private final CountDownLatch helloSent = new CountDownLatch(1);

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
      // a read from a process blocks its carrier thread; a small machine has two
      Thread.ofPlatform()
          .daemon()
          .start(
              () -> pump(Objects.requireNonNull(in), program.getOutputStream(), this::onRequest));
      Thread.ofPlatform()
          .daemon()
          .start(() -> pump(program.getInputStream(), Objects.requireNonNull(out), this::onReply));
    }

    @Override
    public void destroy(ChannelSession channel) {
      end();
    }

    private interface MessageHandler {
      /** Returns what to forward of a message. */
      String handle(String message) throws IOException;
    }

    private void pump(InputStream from, OutputStream to, MessageHandler handler) {
      var held = new StringBuilder();
      var buffer = new byte[8192];
      try {
        for (var length = from.read(buffer); length >= 0; length = from.read(buffer)) {
          held.append(new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
          for (var end = end(held); end > 0; end = end(held)) {
            var message = held.substring(0, end);
            held.delete(0, end);
            to.write(handler.handle(message).getBytes(StandardCharsets.ISO_8859_1));
            to.flush();
          }
        }
      } catch (IOException e) {
        // disconnected
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

    private String onRequest(String message) throws IOException {
      if (message.contains("<hello ")) {
        awaitGreeting(); // the server drops a hello that precedes its own
      }
      if (message.contains("<rpc ")) {
        if (!active) {
          netconfd.awaitActive(sessionId);
          active = true;
        }
        chunked = !message.endsWith("]]>]]>");
        maxOutstanding.accumulateAndGet(outstanding.incrementAndGet(), Math::max);
        endPatienceWithoutReply();
      }
      var next = pendingFault.get();
      if (!isEdit(message) || next == null || !edit(message).equals(next.edit())) {
        return message;
      }
      pendingFault.set(null);
      return switch (next.fault()) {
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
          activeFault = next;
          yield message;
        }
      };
    }

    /** The clock does not turn by itself, so the client would wait forever. */
    private void endPatienceWithoutReply() {
      var repliesBefore = replies.get();
      CompletableFuture.delayedExecutor(REPLY_TIMEOUT.toSeconds(), TimeUnit.SECONDS)
          .execute(() -> {
            if (!ended && outstanding.get() > 0 && replies.get() == repliesBefore) {
              onTimeout.run();
            }
          });
    }

    private void lose(PendingFault of) throws IOException {
      try {
        Objects.requireNonNull(subsystem).destroyForcibly().waitFor();
      } catch (InterruptedException e) {
        throw new IOException("interrupted", e);
      }
      of.meanwhile().run();
    }

    private void awaitGreeting() throws IOException {
      try {
        if (!helloSent.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
          throw new IOException("the server sends no hello");
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
              .formatted(id, NetconfHello.BASE);
      var to = Objects.requireNonNull(out);
      to.write(framed(reply).getBytes(StandardCharsets.ISO_8859_1));
      to.flush();
    }

    private String framed(String message) {
      return chunked ? "\n#" + message.length() + "\n" + message + "\n##\n" : message + "]]>]]>";
    }

    private String onReply(String message) throws IOException {
      if (!message.contains("rpc-reply")) {
        var id = SESSION_ID.matcher(message);
        sessionId = id.find() ? id.group(1) : sessionId;
        helloSent.countDown();
        return message;
      }
      outstanding.decrementAndGet();
      replies.incrementAndGet();
      var strikes = activeFault;
      if (strikes == null) {
        return message;
      }
      activeFault = null;
      return switch (strikes.fault()) {
        case LOST_AFTER -> {
          lose(strikes);
          throw new IOException("lost");
        }
        case LOST_BETWEEN -> {
          lose(strikes);
          yield message;
        }
        case UNANSWERED -> {
          onTimeout.run();
          yield "";
        }
        case GARBLED -> framed("<rpc-reply what was that");
        case NONE, LOST_BEFORE, DENIED -> throw new IllegalStateException("struck before");
      };
    }

    private void end() {
      ended = true;
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
