package org.touchpaper.tl1.session;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.codec.Telnet;

/** One telnet connection to a command line: something is typed, and all up to a prompt is read. */
final class CliConnection implements Closeable {

  private static final int LIMIT = 4_000_000;
  private static final Pattern PROMPT =
      Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*(\\([a-z0-9-]+\\))?[>#] ?");
  private static final Pattern LOGIN_PROMPT = Pattern.compile("(?i)(password|username): ?");

  private final Timing timing;
  private final Transcript transcript;
  private final Socket socket;
  private final StringBuilder heard = new StringBuilder();
  private CompletableFuture<Answer> expected = new CompletableFuture<>();
  private @Nullable String hostname;
  private volatile @Nullable String closedBecause;

  private CliConnection(Timing timing, Transcript transcript, Socket socket) {
    this.timing = timing;
    this.transcript = transcript;
    this.socket = socket;
  }

  /** What came before a prompt, and the prompt. */
  record Answer(List<String> lines, String prompt) {

    boolean asksForPassword() {
      return LOGIN_PROMPT.matcher(prompt).matches();
    }
  }

  /** The connection broke or fell silent; what was typed last may have been carried out. */
  static final class Lost extends IOException {
    private static final long serialVersionUID = 1L;

    private Lost(String reason) {
      super(reason);
    }
  }

  static CliConnection open(Endpoint endpoint, Timing timing, Transcript transcript)
      throws IOException {
    var socket = Dial.connect(endpoint, timing);
    transcript.note("connected");
    var connection = new CliConnection(timing, transcript, socket);
    Thread.ofVirtual().name("cli-" + endpoint.tid()).start(connection::read);
    return connection;
  }

  boolean isOpen() {
    return closedBecause == null;
  }

  /** What the element says by itself on connecting. */
  Answer greeting() throws Lost {
    var timeout = arm();
    return await(expected, timeout);
  }

  /** Types a line and waits for the next prompt; a secret is neither echoed nor shown. */
  Answer type(String line, boolean secret) throws Lost {
    var answer = expectAnswer();
    if (closedBecause != null) {
      throw new Lost(String.valueOf(closedBecause));
    }
    var timeout = arm();
    transcript.sent(secret ? "****" : line);
    try {
      write((line + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      close("cannot write: " + e.getMessage());
    }
    return withoutEcho(await(answer, timeout), line);
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

  @Override
  public void close() {
    close("closed by us");
  }

  void close(String reason) {
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
      socket.close();
    } catch (IOException e) {
      transcript.note("closing: " + e.getMessage());
    }
    waiting.completeExceptionally(new Lost(reason));
  }

  private Answer await(CompletableFuture<Answer> answer, Waker.Call timeout) throws Lost {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw new Lost(String.valueOf(closedBecause));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close("interrupted");
      throw new Lost("interrupted while waiting");
    } finally {
      timeout.cancel();
    }
  }

  private Answer withoutEcho(Answer answer, String line) {
    var lines = answer.lines();
    var echoed = !lines.isEmpty() && lines.getFirst().strip().equals(line.strip());
    return echoed ? new Answer(lines.subList(1, lines.size()), answer.prompt()) : answer;
  }

  private void read() {
    var telnet = new Telnet();
    var buffer = new byte[8192];
    try {
      var in = socket.getInputStream();
      for (var length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        var data = telnet.feed(buffer, 0, length);
        write(telnet.replies());
        hear(new String(data, StandardCharsets.ISO_8859_1));
      }
      close("the element closed the connection");
    } catch (IOException e) {
      close("connection broken: " + e.getMessage());
    }
  }

  private synchronized void write(byte[] bytes) throws IOException {
    if (bytes.length > 0) {
      socket.getOutputStream().write(bytes);
    }
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
      lines.stream().filter(line -> !line.isBlank()).forEach(transcript::received);
      expected.complete(answer);
    }
  }

  private boolean isPrompt(String line) {
    var name = hostname;
    return LOGIN_PROMPT.matcher(line).matches()
        || (PROMPT.matcher(line).matches() && (name == null || line.startsWith(name)));
  }
}
