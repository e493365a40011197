package org.touchpaper.tl1.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A standing conversation with the command line of a Cisco IOS element over telnet, one thing at a
 * time. It connects, logs in and enables when first needed and again after a loss; nothing is typed
 * twice. IOS never confirms a change: configure, then show and compare.
 */
public final class CliSession implements AutoCloseable {

  private final Endpoint endpoint;
  private final Credentials credentials;
  private final Timing timing;
  private final Transcript transcript;
  private final ReentrantLock line = new ReentrantLock(true);
  private @Nullable CliConnection connection;
  private final AtomicInteger logins = new AtomicInteger();
  private boolean closed;

  private CliSession(
      Endpoint endpoint, Credentials credentials, Timing timing, TranscriptSink sink) {
    this.endpoint = endpoint;
    this.credentials = credentials;
    this.timing = timing;
    this.transcript = new Transcript(endpoint.tid(), timing.clock(), sink);
  }

  /** A session with the element at this endpoint; it connects with the first line. */
  public static CliSession open(
      Endpoint endpoint, Credentials credentials, Timing timing, TranscriptSink sink) {
    return new CliSession(endpoint, credentials, timing, sink);
  }

  /**
   * How often it has logged in. While this stays the same, the element has not restarted: that
   * breaks every connection.
   */
  public int logins() {
    return logins.get();
  }

  /** Asks for something, such as {@code show vlan id 100}; what is shown is the output. */
  public CliOutcome show(String command) {
    return exchange(List.of(command));
  }

  /** Types these lines in configuration mode, in order, up to the first one that is rejected. */
  public CliOutcome configure(List<String> lines) {
    var all = new ArrayList<String>();
    all.add("configure terminal");
    all.addAll(lines);
    all.add("end");
    return exchange(all);
  }

  @Override
  public void close() {
    line.lock();
    try {
      closed = true;
      if (connection != null) {
        connection.close();
      }
    } finally {
      line.unlock();
    }
  }

  private CliOutcome exchange(List<String> lines) {
    for (var each : lines) {
      if (each.chars().anyMatch(c -> c < ' ' || c > '~')) {
        throw new IllegalArgumentException("not one line of printable ASCII: " + each);
      }
    }
    line.lock();
    try {
      CliConnection open;
      try {
        open = connected();
      } catch (IOException e) {
        return new CliOutcome.NotSent(String.valueOf(e.getMessage()));
      }
      return type(open, lines);
    } finally {
      line.unlock();
    }
  }

  private CliOutcome type(CliConnection open, List<String> lines) {
    var output = new ArrayList<String>();
    try {
      for (var each : lines) {
        var answer = open.type(each, false);
        var error = error(answer.lines());
        if (error.isPresent()) {
          leaveConfiguration(open, answer.prompt());
          return new CliOutcome.Rejected(each, error.get());
        }
        output.addAll(answer.lines());
      }
      return new CliOutcome.Accepted(List.copyOf(output));
    } catch (CliConnection.Lost e) {
      return new CliOutcome.Unknown(String.valueOf(e.getMessage()));
    }
  }

  private static void leaveConfiguration(CliConnection open, String prompt)
      throws CliConnection.Lost {
    if (prompt.contains("(")) {
      open.type("end", false);
    }
  }

  /** IOS marks an error with a percent sign, some line cards with these words. */
  private static Optional<String> error(List<String> output) {
    return output.stream()
        .map(String::strip)
        .filter(each -> each.startsWith("% ") || each.startsWith("Command rejected"))
        .findFirst();
  }

  private CliConnection connected() throws IOException {
    if (closed) {
      throw new IOException("the session is closed");
    }
    var open = connection;
    if (open == null || !open.isOpen()) {
      open = CliConnection.open(endpoint, timing, transcript);
      connection = open;
      try {
        logIn(open);
        logins.incrementAndGet();
      } catch (IOException e) {
        open.close("login failed");
        throw new IOException("login on " + endpoint + ": " + e.getMessage(), e);
      }
    }
    return open;
  }

  private void logIn(CliConnection open) throws IOException {
    var answer = open.greeting();
    if (answer.asksForPassword()) {
      answer = open.type(credentials.password(), true);
      refuse(answer, "line password");
    }
    open.expectHostname(answer.prompt().substring(0, answer.prompt().length() - 1));
    if (answer.prompt().endsWith(">")) {
      answer = open.type("enable", false);
    }
    if (answer.asksForPassword()) {
      answer = open.type(credentials.enablePassword(), true);
      refuse(answer, "enable password");
    }
    if (!answer.prompt().endsWith("#")) {
      throw new IOException("not enabled: " + String.join(" ", answer.lines()));
    }
    open.type("terminal length 0", false);
  }

  private static void refuse(CliConnection.Answer answer, String what) throws IOException {
    if (answer.asksForPassword() || error(answer.lines()).isPresent()) {
      throw new IOException(what + " refused");
    }
  }
}
