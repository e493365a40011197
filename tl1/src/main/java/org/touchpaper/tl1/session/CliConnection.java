package org.touchpaper.tl1.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.transport.Line;

/** One line to a command line: something is typed, and all up to a prompt is read. */
final class CliConnection implements Standing.Held {

  private static final int LIMIT = 4_000_000;
  private static final int LONGEST_PROMPT = 200;
  private static final Pattern PROMPT =
      Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*(\\([a-z0-9-]+\\))?[>#] ?");
  private static final Pattern LOGIN_PROMPT = Pattern.compile("(?i)(password|username|login): ?");

  /** What a configuration shows that nobody need read in a transcript. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)\\b((?:password|secret|community|key-string|key|auth (?:md5|sha)"
              + "|priv (?:des|3des|aes \\d+))(?: \\d)?"
              + "|snmp-server host \\S+(?: traps| informs)?(?: version \\S+)?) \\S+");

  private final Timing timing;
  private final Transcript transcript;
  private final Line line;
  private final StringBuilder heard = new StringBuilder();
  private CompletableFuture<Answer> expected = new CompletableFuture<>();
  private @Nullable String hostname;
  private volatile String secret = "";
  private volatile boolean proven;
  private final CompletableFuture<String> closed = new CompletableFuture<>();
  private volatile @Nullable String closedBecause;
  private volatile Instant lastHeard;

  private CliConnection(Timing timing, Transcript transcript, Line line) {
    this.timing = timing;
    this.transcript = transcript;
    this.line = line;
    this.lastHeard = timing.clock().instant();
  }

  /** What came before a prompt, and the prompt. */
  record Answer(List<String> lines, String prompt) {

    /** Asks for a user or a password: nobody is logged in. */
    boolean asksWhoWeAre() {
      return LOGIN_PROMPT.matcher(prompt).matches();
    }

    boolean asksForUser() {
      return asksWhoWeAre() && !prompt.toLowerCase(Locale.ROOT).startsWith("password");
    }
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
    var line = endpoint.dial(timing.connect());
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
  Answer greeting() throws Lost {
    var timeout = arm();
    return await(expected, timeout);
  }

  /** Types a line and waits for the next prompt; a secret is neither echoed nor shown. */
  Answer type(String typed, boolean secret) throws Lost {
    var answer = expectAnswer();
    this.secret = secret ? typed : "";
    if (closedBecause != null) {
      throw new Lost(String.valueOf(closedBecause), false);
    }
    var timeout = arm();
    transcript.sent(secret ? "****" : masked(typed));
    try {
      write((typed + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      close("cannot write: " + e.getMessage());
    }
    return withoutEcho(await(answer, timeout), typed);
  }

  private synchronized CompletableFuture<Answer> expectAnswer() {
    heard.setLength(0);
    expected = new CompletableFuture<>();
    return expected;
  }

  private Waker.Call arm() {
    return timing
        .waker()
        .after(timing.answer(), () -> close("no prompt within " + timing.answer()));
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
        write((farewell + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
      } catch (IOException e) {
        transcript.note("closing: " + e.getMessage());
      }
    }
    close("closed by us");
  }

  @Override
  public void close(String reason) {
    CompletableFuture<Answer> waiting;
    synchronized (this) {
      if (closedBecause != null) {
        return;
      }
      closedBecause = reason;
      waiting = expected;
    }
    transcript.note(reason);
    try {
      line.close();
    } catch (IOException e) {
      transcript.note("closing: " + e.getMessage());
    }
    closed.complete(reason);
    waiting.completeExceptionally(new Lost(reason, true));
  }

  private Answer await(CompletableFuture<Answer> answer, Waker.Call timeout) throws Lost {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw new Lost(String.valueOf(closedBecause), true);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close("interrupted");
      throw new Lost("interrupted while waiting", true);
    } finally {
      timeout.cancel();
    }
  }

  private static Answer withoutEcho(Answer answer, String typed) {
    var lines = answer.lines();
    var echoed = !lines.isEmpty() && lines.getFirst().strip().equals(typed.strip());
    return echoed ? new Answer(lines.subList(1, lines.size()), answer.prompt()) : answer;
  }

  private void read() {
    var buffer = new byte[8192];
    try {
      for (var length = line.read(buffer); length >= 0; length = line.read(buffer)) {
        lastHeard = timing.clock().instant();
        hear(new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
      }
      close("the element closed the connection");
    } catch (IOException e) {
      close("connection broken: " + e.getMessage());
    }
  }

  private synchronized void write(byte[] bytes) throws IOException {
    line.write(bytes);
  }

  /** An element may echo even a password that it asked for. */
  private String masked(String shown) {
    var typed = secret;
    return SECRET
        .matcher(typed.isEmpty() ? shown : shown.replace(typed, "****"))
        .replaceAll("$1 ****");
  }

  private synchronized void hear(String data) {
    heard.append(data);
    if (heard.length() > LIMIT) {
      heard.setLength(0);
      Thread.startVirtualThread(() -> close("more than " + LIMIT + " characters without a prompt"));
      return;
    }
    var lastLine = heard.substring(heard.lastIndexOf("\n") + 1);
    if (isPrompt(lastLine.replace("\r", ""))) {
      var lines = heard.toString().lines().map(String::stripTrailing).toList();
      var answer = new Answer(lines.subList(0, lines.size() - 1), lines.getLast().strip());
      heard.setLength(0);
      lines.stream()
          .filter(each -> !each.isBlank())
          .forEach(each -> transcript.received(masked(each)));
      expected.complete(answer);
    }
  }

  private boolean isPrompt(String text) {
    var name = hostname;
    if (text.length() > LONGEST_PROMPT) {
      return false; // and no time is lost on a line without end
    }
    return LOGIN_PROMPT.matcher(text).matches()
        || (PROMPT.matcher(text).matches() && (name == null || text.startsWith(name)));
  }
}
