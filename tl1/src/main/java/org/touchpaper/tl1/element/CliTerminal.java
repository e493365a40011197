package org.touchpaper.tl1.element;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.touchpaper.tl1.codec.Telnet;

/** One connection to a command line: passwords, echo, one line at a time. */
final class CliTerminal implements Terminal {

  private static final int ATTEMPTS = 3;
  private static final int LINE_LIMIT = 4_096;
  private static final String REPORT =
      "\r\n*Dec  1 12:00:00.123: %LINK-3-UPDOWN: Interface Gi3/24, changed state to down\r\n";
  private static final byte[] OFFERS = {-1, (byte) 251, 1, -1, (byte) 251, 3, -1, (byte) 253, 24};

  private enum Mode {
    PASSWORD,
    COMMANDS,
    ENABLE_PASSWORD
  }

  private final Shelf shelf;
  private Ios7600 ios;
  private final Wire wire;
  private final StringBuilder line = new StringBuilder();
  private Mode mode = Mode.PASSWORD;
  private int attempts;
  private boolean afterReturn;

  CliTerminal(Shelf shelf, Ios7600 ios, Wire wire) {
    this.shelf = shelf;
    this.ios = ios;
    this.wire = wire;
  }

  @Override
  public void serve() throws IOException {
    greet();
    var telnet = new Telnet();
    var buffer = new byte[4096];
    for (var length = wire.read(buffer); length >= 0; length = wire.read(buffer)) {
      for (var b : telnet.feed(buffer, 0, length)) {
        hear((char) (b & 0xFF));
      }
    }
  }

  /** Whom SSH has let in is not asked again for the password of the line. */
  private void greet() throws IOException {
    if (wire.entrance() == Entrance.TELNET) {
      wire.write(OFFERS);
    }
    if (wire.entrance() == Entrance.SSH) {
      mode = Mode.COMMANDS;
      say("\r\n" + ios.prompt());
    } else {
      say("\r\n\r\nUser Access Verification\r\n\r\nPassword: ");
    }
  }

  private void hear(char c) throws IOException {
    var isEnd = c == '\r' || (c == '\n' && !afterReturn);
    afterReturn = c == '\r';
    if (isEnd) {
      var typed = line.toString();
      line.setLength(0);
      enter(typed.strip());
    } else if (c != '\n' && line.length() < LINE_LIMIT) {
      line.append(c);
    }
  }

  private void enter(String typed) throws IOException {
    switch (mode) {
      case PASSWORD -> linePassword(typed);
      case ENABLE_PASSWORD -> enablePassword(typed);
      case COMMANDS -> command(typed);
    }
  }

  private void linePassword(String typed) throws IOException {
    shelf.heard("****");
    if (typed.equals(shelf.config.password())) {
      mode = Mode.COMMANDS;
      say("\r\n" + ios.prompt());
    } else if (++attempts < ATTEMPTS) {
      say("\r\nPassword: ");
    } else {
      say("\r\n% Bad passwords\r\n");
      wire.close();
    }
  }

  private void enablePassword(String typed) throws IOException {
    shelf.heard("****");
    if (typed.equals(shelf.config.enablePassword())) {
      ios.enable();
      mode = Mode.COMMANDS;
      say("\r\n" + ios.prompt());
    } else if (++attempts < ATTEMPTS) {
      say("\r\nPassword: ");
    } else {
      mode = Mode.COMMANDS;
      say("\r\n% Bad secrets\r\n\r\n" + ios.prompt());
    }
  }

  private void command(String typed) throws IOException {
    shelf.heard(typed);
    if (typed.equals("enable") && !ios.isEnabled()) {
      mode = Mode.ENABLE_PASSWORD;
      attempts = 0;
      say(typed + "\r\nPassword: ");
      return;
    }
    if (ios.isLogout(typed)) {
      wire.close();
      return;
    }
    switch (shelf.faults.take(typed).orElse(null)) {
      case null -> answer(typed, ios.type(typed));
      case Fault.DropBefore _ -> wire.close();
      case Fault.DropAfter _ -> {
        ios.type(typed);
        wire.close();
      }
      case Fault.Silent _ -> ios.type(typed);
      case Fault.Slow(var until) -> {
        await(until);
        answer(typed, ios.type(typed));
      }
      case Fault.Late(var by) -> shelf.later(by, () -> ios.type(typed));
      case Fault.Restart(var carriedOut, var keepsDatabase) -> {
        if (carriedOut) {
          ios.type(typed);
        }
        shelf.restart(keepsDatabase);
      }
      case Fault.Chatter _ -> amongReports(typed);
      case Fault.LoggedOut _ -> throwOut();
      case Fault.Stranger(var deletes) -> {
        meddle(deletes);
        answer(typed, ios.type(typed));
      }
      case Fault.Signal _ -> {
        signal();
        answer(typed, ios.type(typed));
      }
      case Fault.OfTl1 _ -> answer(typed, ios.type(typed));
      case Fault.Deny(_, var words) -> answer(typed, "% " + words + "\r\n");
      case Fault.Garbage(var instead) -> {
        ios.type(typed);
        say(instead);
      }
    }
  }

  /** As where a line was cleared behind a terminal server: it asks anew who is there. */
  private void throwOut() throws IOException {
    ios = new Ios7600(shelf);
    mode = Mode.PASSWORD;
    attempts = 0;
    say("\r\n\r\nUser Access Verification\r\n\r\nPassword: ");
  }

  private void meddle(boolean deletes) {
    var gone =
        shelf.alone(() -> {
          var vlan = new IosStranger(shelf.database(), shelf.faults::draw).meddle(deletes);
          vlan.ifPresent(shelf::lost);
          return vlan;
        });
    shelf.note("somebody else " + gone.map(vlan -> "removed VLAN " + vlan).orElse("was here"));
  }

  /** One port at most is without a link, so that some circuits stay whole. */
  private void signal() {
    var lost = shelf.signals.lostPorts();
    if (lost.isEmpty()) {
      shelf.signals.lose("GigabitEthernet3/" + (1 + shelf.faults.draw(2)), shelf.clock.instant());
    } else {
      shelf.signals.restore(lost.getFirst(), shelf.clock.instant());
    }
  }

  private static void await(CountDownLatch until) throws IOException {
    try {
      if (!until.await(60, TimeUnit.SECONDS)) {
        throw new IOException("a slow line was never let go");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private void answer(String typed, String output) throws IOException {
    say(ios.echo(typed) + "\r\n" + output + ios.prompt());
  }

  /** As where {@code terminal monitor} is on: before the echo, in the output, after the prompt. */
  private void amongReports(String typed) throws IOException {
    say(REPORT);
    var echo = ios.echo(typed);
    var output = ios.type(typed);
    var first = output.indexOf('\n') + 1; // 0 if nothing is printed
    say(echo + "\r\n" + output.substring(0, first) + REPORT + output.substring(first));
    say(ios.prompt() + REPORT);
  }

  private void say(String text) throws IOException {
    text.lines().filter(each -> !each.isBlank()).forEach(shelf::said);
    wire.write(text.getBytes(StandardCharsets.ISO_8859_1));
  }
}
