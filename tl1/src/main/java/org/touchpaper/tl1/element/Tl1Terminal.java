package org.touchpaper.tl1.element;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.codec.CommandDecoder;
import org.touchpaper.tl1.codec.Printer;
import org.touchpaper.tl1.codec.Telnet;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.AutonomousMessage.AlarmCode;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.QuotedValue;
import org.touchpaper.tl1.message.Text;

/** One connection to an element that speaks TL1. */
final class Tl1Terminal implements Terminal, Bulletin.Reader, Tl1Mishaps.Hands {

  private static final byte[] COREDIRECTOR_OFFERS = {
    -1, (byte) 254, 1, -1, (byte) 254, 34, -1, (byte) 253, 3, -1, (byte) 251, 3, -1, (byte) 251, 1
  };
  private static final String BANNER =
      "\r\n*** NOTICE; authorised users only > M  1 COMPLD; all is \"logged ***;\r\n< ";
  private static final Pattern CTAG = Pattern.compile("[A-Za-z0-9.]{0,6}");
  private static final String STRANGER = "STRANGER";

  /** What an element works on at a time for one session (OpenDRAC's clients keep to it). */
  private static final int AT_A_TIME = 7;

  private final Shelf shelf;
  private final Tl1Dialect dialect;
  private final Wire wire;
  private final Tl1Voice voice;
  private final Tl1Mishaps mishaps;
  private final Instant life;
  private final boolean echoes;
  private boolean loggedIn;
  private volatile boolean hearsOfChanges;
  private Instant loggedInAt = Instant.MIN;

  Tl1Terminal(Shelf shelf, Tl1Dialect dialect, Wire wire) {
    this.shelf = shelf;
    this.dialect = dialect;
    this.wire = wire;
    this.voice = new Tl1Voice(shelf, wire);
    this.mishaps = new Tl1Mishaps(shelf, wire, voice, this);
    this.life = shelf.startedAt();
    this.hearsOfChanges = !dialect.tellsWhoAsks();
    this.echoes =
        (dialect.echoesAndAcknowledges() && wire.mayBeTypedOn())
            != shelf.faults.strikes(Mishap.ECHO);
  }

  @Override
  public void serve() throws IOException {
    var telnet = new Telnet();
    var decoder = new CommandDecoder(dialect.longestCommand());
    var buffer = new byte[8192];
    if (wire.entrance() == Entrance.TELNET) {
      voice.write(COREDIRECTOR_OFFERS);
    }
    if (shelf.faults.strikes(Mishap.BANNER)) {
      voice.sayRaw(BANNER);
    }
    try {
      hear(telnet, decoder, buffer);
    } finally {
      shelf.bulletin.remove(this);
    }
  }

  private void hear(Telnet telnet, CommandDecoder decoder, byte[] buffer) throws IOException {
    for (var length = wire.read(buffer); length >= 0; length = wire.read(buffer)) {
      var data = telnet.feed(buffer, 0, length);
      var room = AT_A_TIME;
      for (var command : decoder.feed(data, 0, data.length)) {
        voice.hold(); // echo, acknowledgement and answer are one packet
        if (echoes) {
          voice.write(Printer.bytes(command + ";\r\n"));
        }
        if (!command.isBlank()) {
          shelf.heard(command + ";");
          handle(command, room-- <= 0);
        }
        voice.letGo();
      }
    }
  }

  private void handle(String text, boolean isTooMany) throws IOException {
    var parsed = CommandDecoder.parse(text);
    if (parsed.isEmpty() || text.chars().anyMatch(c -> c < ' ' || c > '~')) {
      voice.answer("0", Answer.deny("IISP", "Input, Invalid Syntax or Punctuation"));
      return;
    }
    var command = parsed.get();
    if (!CTAG.matcher(command.ctag()).matches()) {
      voice.answer("0", Answer.deny("IICT", "Input, Invalid Correlation Tag"));
      return;
    }
    if (isTooMany) {
      voice.answer(ctag(command), Answer.deny("SARB", "Status, All Resources Busy"));
      return;
    }
    var fault = shelf.faults.take(text).orElse(null);
    if (dialect.echoesAndAcknowledges()) {
      voice.say(new Acknowledgement(Acknowledgement.Code.IP, ctag(command)));
    }
    if (fault == null) {
      carryOut(command);
    } else {
      voice.letGo();
      mishaps.befall(fault, command, ctag(command));
    }
  }

  @Override
  public void carryOut(InputCommand command) throws IOException {
    voice.answer(ctag(command), execute(command));
    if (command.code().equals("ACT-USER") && loggedIn) {
      shelf.bulletin.add(this);
      voice.report(
          AlarmCode.NONE,
          "REPT EVT SESSION",
          new Text(
              List.of(shelf.config.tid() + ":NO,"),
              List.of("This is an emulated element; nothing here carries light.")));
    } else if (command.code().equals("CANC-USER")) {
      voice.letGo();
      wire.close();
    }
  }

  @Override
  public Answer execute(InputCommand command) {
    if (!command.tid().isEmpty()
        && !QuotedValue.unquote(command.tid()).equalsIgnoreCase(shelf.config.tid())) {
      return Answer.deny("IITA", "Input, Invalid Target Identifier");
    }
    if (!dialect.isAddressedBy(command)) {
      return Answer.deny("IITA", "Input, Invalid Target Identifier: not quoted");
    }
    if (command.code().equals("ACT-USER")) {
      return logIn(command);
    }
    if (!loggedIn || shelf.clock.instant().isBefore(loggedInAt.plus(dialect.settle()))) {
      return dialect.notLoggedIn();
    }
    if (command.code().equals("CANC-USER")) {
      loggedIn = false;
      return Answer.done();
    }
    if (dialect.tellsWhoAsks() && command.code().matches("(ALW|INH)-MSG-DBCHG")) {
      hearsOfChanges = command.verb().equals("ALW");
      return Answer.done();
    }
    if (command.code().equals("RTRV-ALM-ALL")) {
      return Answer.rows(shelf.signals.rows());
    }
    var answer = shelf.alone(() -> alone(command));
    if (!command.isRead() && !answer.isDenied()) {
      shelf.bulletin.changed(
          command, shelf.config.user(), dialect.tellsAuthors() ? Bulletin.NOBODY : this);
    }
    return answer;
  }

  /** Whoever was connected before a restart does nothing after it. */
  private Answer alone(InputCommand command) {
    if (!life.equals(shelf.startedAt())) {
      throw new UncheckedIOException(new IOException("the element has restarted"));
    }
    var name = Parameters.of(command).name();
    if (command.verb().equals("DLT") && shelf.isLocked(name)) {
      return Answer.deny("SNVS", "Status, Not in Valid State: " + name + " is not released yet");
    }
    try {
      return dialect.execute(command);
    } catch (Refused e) {
      return e.answer();
    }
  }

  @Override
  public void logOut() {
    loggedIn = false;
    shelf.bulletin.remove(this);
  }

  @Override
  public void meddle(boolean deletes) {
    var done = new AtomicReference<@Nullable InputCommand>();
    shelf.alone(() -> {
      dialect
          .meddle(deletes, shelf.faults::draw)
          .filter(command -> !alone(command).isDenied())
          .ifPresent(command -> {
            done.set(command);
            if (command.verb().equals("DLT")) {
              shelf.lost(Parameters.of(command).name());
            }
          });
      return Boolean.TRUE;
    });
    var command = done.get();
    if (command != null) {
      shelf.note(STRANGER + " " + Printer.print(command));
      shelf.bulletin.changed(command, STRANGER, Bulletin.NOBODY);
    }
  }

  @Override
  public void report(AlarmCode code, String verb, List<String> rows) {
    try {
      voice.report(code, verb, Text.rows(rows));
    } catch (IOException e) {
      shelf.note("connection lost: " + e.getMessage());
    }
  }

  @Override
  public boolean hearsOfChanges() {
    return hearsOfChanges;
  }

  private Answer logIn(InputCommand command) {
    if (!shelf.beginsLogin(dialect.settle())) {
      return Answer.deny("SARB", "Status, All Resources Busy: another login is under way");
    }
    var password = command.blocks().isEmpty() ? "" : command.blocks().getFirst();
    loggedIn =
        QuotedValue.unquote(command.aid()).equals(shelf.config.user())
            && QuotedValue.unquote(password).equals(shelf.config.password());
    loggedInAt = shelf.clock.instant();
    return loggedIn
        ? Answer.rows(List.of(shelf.config.user() + ":LASTLOGIN=,INTRUSIONS=0,"))
        : Answer.deny("PIUI", "Privilege, Illegal User Identity");
  }

  private static String ctag(InputCommand command) {
    return command.ctag().isEmpty() ? "0" : command.ctag();
  }
}
