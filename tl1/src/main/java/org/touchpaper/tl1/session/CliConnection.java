package org.touchpaper.tl1.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.codec.Passwords;
import org.touchpaper.tl1.transport.Line;

/**
 * One line to a command line: something is typed, and all from its echo to the next prompt is read.
 * What comes before the echo, or without one, answers something else: a prompt alone is never taken
 * for an answer that shows nothing.
 */
final class CliConnection implements Standing.Held {

  private static final int LIMIT = 4_000_000;

  private final Timing timing;
  private final Transcript transcript;
  private final Line line;
  private final StringBuilder heard = new StringBuilder();
  private CompletableFuture<CliAnswer> expected = new CompletableFuture<>();
  private @Nullable String echo;
  private @Nullable String hostname;
  private volatile String secret = "";
  private volatile boolean proven;
  private final CompletableFuture<String> closed = new CompletableFuture<>();
  private volatile @Nullable String closedBecause;
  private volatile Instant lastHeard;
  private Waker.@Nullable Call timeout;
  private Instant latest = Instant.MIN;

  private CliConnection(Timing timing, Transcript transcript, Line line) {
    this.timing = timing;
    this.transcript = transcript;
    this.line = line;
    this.lastHeard = timing.clock().instant();
  }

  /** The connection broke or fell silent; what was typed last may have been carried out. */
  static final class Lost extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean typed;

    private Lost(String reason, boolean typed) {
      super(reason);
      this.typed = typed;
    }

    /** False if the line that found the connection lost never left. */
    boolean wasTyped() {
      return typed;
    }
  }

  static CliConnection open(Endpoint endpoint, Timing timing, Transcript transcript)
      throws IOException {
    var line = endpoint.dial(timing);
    transcript.note("connected");
    var connection = new CliConnection(timing, transcript, line);
    Thread.ofVirtual().name("cli-" + endpoint.tid()).start(connection::read);
    return connection;
  }

  @Override
  public boolean isClosing() {
    return closedBecause != null;
  }

  @Override
  public boolean isProven() {
    return proven;
  }

  /** Something was answered that is not part of logging in. */
  void proves() {
    proven = true;
  }

  @Override
  public CompletableFuture<String> closed() {
    return closed;
  }

  @Override
  public Instant lastHeard() {
    return lastHeard;
  }

  /** What the element says by itself on connecting. */
  CliAnswer greeting() throws Lost {
    arm();
    return await(expected);
  }

  /** Types a line; the answer is what stands between its echo and the next prompt. */
  CliAnswer type(String typed) throws Lost {
    return type(typed, false, typed.isBlank() ? null : typed.strip());
  }

  /** Types what a login asks for, which is echoed or not; what is secret is not shown. */
  CliAnswer reply(String typed, boolean secret) throws Lost {
    return type(typed, secret, null);
  }

  private CliAnswer type(String typed, boolean secret, @Nullable String echoed) throws Lost {
    var answer = expectAnswer(echoed);
    this.secret = secret ? typed : "";
    if (closedBecause != null) {
      throw new Lost(String.valueOf(closedBecause), false);
    }
    arm();
    transcript.sent(secret ? "****" : masked(typed));
    try {
      write(typed);
    } catch (IOException e) {
      close("cannot write: " + e.getMessage());
    }
    return await(answer);
  }

  private synchronized CompletableFuture<CliAnswer> expectAnswer(@Nullable String echoed) {
    heard.setLength(0);
    echo = echoed;
    expected = new CompletableFuture<>();
    return expected;
  }

  private synchronized void arm() {
    latest = timing.clock().instant().plus(timing.limit());
    wake();
  }

  /** What says something has as long again for the rest, up to the limit of the whole. */
  private synchronized void goesOn() {
    if (timeout != null && !timing.clock().instant().plus(timing.answer()).isAfter(latest)) {
      timeout.cancel();
      wake();
    }
  }

  private void wake() {
    timeout =
        timing.waker().after(timing.answer(), () -> close("no prompt within " + timing.answer()));
  }

  private synchronized void disarm() {
    if (timeout != null) {
      timeout.cancel();
      timeout = null;
    }
  }

  /** From now on only this name begins a prompt. */
  void expectHostname(String name) {
    hostname = name;
  }

  /** Types this without waiting for what comes of it, and closes. */
  void leave(String farewell) {
    if (closedBecause == null) {
      transcript.sent(farewell);
      try {
        write(farewell);
      } catch (IOException e) {
        transcript.note("closing: " + e.getMessage());
      }
    }
    close("closed by us");
  }

  @Override
  public void close(String reason) {
    CompletableFuture<CliAnswer> waiting;
    synchronized (this) {
      if (closedBecause != null) {
        return;
      }
      closedBecause = reason;
      waiting = expected;
    }
    transcript.note(reason);
    waiting.completeExceptionally(new Lost(reason, true));
    Thread.startVirtualThread(() -> hangUp(reason)); // nobody waits for that but the next login
  }

  private void hangUp(String reason) {
    try {
      line.close();
    } catch (IOException e) {
      transcript.note("closing: " + e.getMessage());
    } finally {
      closed.complete(reason);
    }
  }

  /** One at a time, as the session sees to, and without a lock: closing must never wait for it. */
  private void write(String typed) throws IOException {
    line.write((typed + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
  }

  private CliAnswer await(CompletableFuture<CliAnswer> answer) throws Lost {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw new Lost(String.valueOf(closedBecause), true);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close("interrupted");
      throw new Lost("interrupted while waiting", true);
    } finally {
      disarm();
    }
  }

  private void read() {
    var buffer = new byte[8192];
    try {
      for (var length = line.read(buffer); length >= 0; length = line.read(buffer)) {
        lastHeard = timing.clock().instant();
        goesOn();
        hear(new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
      }
      close("the element closed the connection");
    } catch (IOException e) {
      close("connection broken: " + e.getMessage());
    }
  }

  /** An element may echo even a password that it asked for. */
  private String masked(String shown) {
    var typed = secret;
    return Passwords.maskCli(typed.isEmpty() ? shown : shown.replace(typed, "****"));
  }

  private synchronized void hear(String data) {
    heard.append(data);
    if (heard.length() > LIMIT) {
      heard.setLength(0);
      Thread.startVirtualThread(() -> close("more than " + LIMIT + " characters without a prompt"));
      return;
    }
    if (CliAnswer.waitsForAKey(heard)) {
      Thread.startVirtualThread(
          () -> close("the element waits at --More--, though it was told terminal length 0"));
      return;
    }
    CliAnswer.read(heard, echo, hostname)
        .ifPresent(answer -> {
          heard
              .toString()
              .lines()
              .filter(each -> !each.isBlank())
              .forEach(each -> transcript.received(masked(each.stripTrailing())));
          heard.setLength(0);
          expected.complete(answer);
        });
  }
}
