package org.touchpaper.tl1.element;

import java.io.IOException;
import java.net.Socket;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.touchpaper.tl1.codec.CommandDecoder;
import org.touchpaper.tl1.codec.Printer;
import org.touchpaper.tl1.codec.Telnet;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.QuotedValue;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.Text;

/** One connection to an element that speaks TL1. */
final class Tl1Terminal implements Terminal {

  private static final int SEGMENT_BYTES = 4092;
  private static final byte[] COREDIRECTOR_OFFERS = {
    -1, (byte) 254, 1, -1, (byte) 254, 34, -1, (byte) 253, 3, -1, (byte) 251, 3, -1, (byte) 251, 1
  };
  private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yy-MM-dd");
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

  private final Shelf shelf;
  private final Tl1Dialect dialect;
  private final Socket socket;
  private final AtomicInteger atags = new AtomicInteger();
  private boolean loggedIn;

  Tl1Terminal(Shelf shelf, Tl1Dialect dialect, Socket socket) {
    this.shelf = shelf;
    this.dialect = dialect;
    this.socket = socket;
  }

  @Override
  public void serve() throws IOException {
    var telnet = new Telnet();
    var decoder = new CommandDecoder();
    var buffer = new byte[8192];
    if (dialect.isTelnet()) {
      write(COREDIRECTOR_OFFERS);
    }
    var in = socket.getInputStream();
    for (var length = in.read(buffer); length >= 0; length = in.read(buffer)) {
      var data = telnet.feed(buffer, 0, length);
      for (var command : decoder.feed(data, 0, data.length)) {
        if (dialect.isTelnet()) {
          write(Printer.bytes(command + ";\r\n"));
        }
        handle(command);
      }
    }
  }

  private void handle(String text) throws IOException {
    if (text.isBlank()) {
      return;
    }
    shelf.heard(text + ";");
    var parsed = CommandDecoder.parse(text);
    if (parsed.isEmpty() || text.chars().anyMatch(c -> c < ' ' || c > '~')) {
      answer("0", Answer.deny("IISP", "Input, Invalid Syntax or Punctuation"));
      return;
    }
    var command = parsed.get();
    if (!command.ctag().matches("[A-Za-z0-9.]{0,6}")) {
      answer("0", Answer.deny("IICT", "Input, Invalid Correlation Tag"));
      return;
    }
    var fault = shelf.faults.take(text).orElse(null);
    if (dialect.isTelnet()) {
      say(new Acknowledgement(Acknowledgement.Code.IP, ctag(command)));
    }
    switch (fault) {
      case null -> carryOut(command);
      case Fault.DropBefore _ -> socket.close();
      case Fault.DropAfter _ -> {
        execute(command);
        socket.close();
      }
      case Fault.Silent _ -> execute(command);
      case Fault.Slow(var until) -> {
        await(until);
        carryOut(command);
      }
      case Fault.Deny(var code, var words) -> answer(ctag(command), Answer.deny(code, words));
      case Fault.Garbage(var instead) -> {
        execute(command);
        write(Printer.bytes(instead));
      }
    }
  }

  private static void await(CountDownLatch until) throws IOException {
    try {
      if (!until.await(60, TimeUnit.SECONDS)) {
        throw new IOException("a slow command was never let go");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private void carryOut(InputCommand command) throws IOException {
    answer(ctag(command), execute(command));
    if (command.code().equals("ACT-USER") && loggedIn) {
      say(
          new AutonomousMessage(
              header(),
              AutonomousMessage.AlarmCode.NONE,
              Integer.toString(atags.incrementAndGet()),
              "REPT EVT SESSION",
              new Text(
                  List.of(shelf.config.tid() + ":NO,"),
                  List.of("This is an emulated element; nothing here carries light.")),
              Terminator.END));
    } else if (command.code().equals("CANC-USER")) {
      socket.close();
    }
  }

  private Answer execute(InputCommand command) {
    if (!command.tid().isEmpty()
        && !QuotedValue.unquote(command.tid()).equalsIgnoreCase(shelf.config.tid())) {
      return Answer.deny("IITA", "Input, Invalid Target Identifier");
    }
    if (command.code().equals("ACT-USER")) {
      return logIn(command);
    }
    if (!loggedIn) {
      return dialect.notLoggedIn();
    }
    if (command.code().equals("CANC-USER")) {
      loggedIn = false;
      return Answer.done();
    }
    return shelf.alone(() -> dialect.execute(command));
  }

  private Answer logIn(InputCommand command) {
    var password = command.blocks().isEmpty() ? "" : command.blocks().getFirst();
    loggedIn =
        QuotedValue.unquote(command.aid()).equals(shelf.config.user())
            && QuotedValue.unquote(password).equals(shelf.config.password());
    return loggedIn
        ? Answer.rows(List.of(shelf.config.user() + ":LASTLOGIN=,INTRUSIONS=0,"))
        : Answer.deny("PIUI", "Privilege, Illegal User Identity");
  }

  private void answer(String ctag, Answer answer) throws IOException {
    var parts = parts(answer.text());
    for (var i = 0; i < parts.size(); i++) {
      var last = i == parts.size() - 1;
      say(answer.segment(header(), ctag, parts.get(i), last ? Terminator.END : Terminator.MORE));
    }
  }

  /** The rows cut where a segment would grow too long. */
  private static List<Text> parts(Text text) {
    var parts = new ArrayList<Text>();
    var rows = new ArrayList<String>();
    var size = 0;
    for (var row : text.rows()) {
      if (size + row.length() > SEGMENT_BYTES && !rows.isEmpty()) {
        parts.add(Text.rows(rows));
        rows.clear();
        size = 0;
      }
      rows.add(row);
      size += row.length() + 7;
    }
    parts.add(new Text(rows, text.comments()));
    return parts;
  }

  private Header header() {
    var now = shelf.clock.instant().atZone(ZoneOffset.UTC);
    return new Header(shelf.config.tid(), DATE.format(now), TIME.format(now));
  }

  private static String ctag(InputCommand command) {
    return command.ctag().isEmpty() ? "0" : command.ctag();
  }

  private void say(OutputMessage message) throws IOException {
    var text = Printer.print(message);
    text.lines().filter(line -> !line.isBlank()).forEach(shelf::said);
    write(Printer.bytes(text));
  }

  private synchronized void write(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }
}
