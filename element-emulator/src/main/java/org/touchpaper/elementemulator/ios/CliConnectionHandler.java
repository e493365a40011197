package org.touchpaper.elementemulator.ios;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.touchpaper.elementemulator.config.TransportProtocol;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.elementemulator.listener.ClientConnection;
import org.touchpaper.elementemulator.state.ElementState;
import org.touchpaper.tl1.codec.TelnetNegotiator;

/** Serves one CLI connection: login, echo and one line at a time. */
public final class CliConnectionHandler {

  private static final int MAX_PASSWORD_ATTEMPTS = 3;
  private static final int MAX_LINE_LENGTH = 4_096;
  private static final String LINK_DOWN_REPORT =
      "\r\n*Dec  1 12:00:00.123: %LINK-3-UPDOWN: Interface Gi3/24, changed state to down\r\n";
  private static final byte[] TELNET_OFFERS = {
    -1, (byte) 251, 1, -1, (byte) 251, 3, -1, (byte) 253, 24
  };

  private enum Mode {
    PASSWORD,
    COMMANDS,
    ENABLE_PASSWORD
  }

  private final ElementState state;
  private Ios7600CliSession ios;
  private final ClientConnection connection;
  private final StringBuilder line = new StringBuilder();
  private Mode mode = Mode.PASSWORD;
  private int attempts;
  private boolean afterCarriageReturn;

  public CliConnectionHandler(ElementState state, ClientConnection connection) {
    this.state = state;
    this.ios = new Ios7600CliSession(state);
    this.connection = connection;
  }

  public void serve() throws IOException {
    greet();
    var telnet = new TelnetNegotiator();
    var buffer = new byte[4096];
    for (var length = connection.stream().read(buffer);
        length >= 0;
        length = connection.stream().read(buffer)) {
      for (var b : telnet.feed(buffer, 0, length)) {
        receive((char) (b & 0xFF));
      }
    }
  }

  /** A user whom SSH has authenticated does not enter the line password. */
  private void greet() throws IOException {
    if (connection.protocol() == TransportProtocol.TELNET) {
      connection.stream().write(TELNET_OFFERS);
    }
    if (connection.protocol() == TransportProtocol.SSH) {
      mode = Mode.COMMANDS;
      send("\r\n" + ios.prompt());
    } else {
      send("\r\n\r\nUser Access Verification\r\n\r\nPassword: ");
    }
  }

  private void receive(char c) throws IOException {
    var isLineEnd = c == '\r' || (c == '\n' && !afterCarriageReturn);
    afterCarriageReturn = c == '\r';
    if (isLineEnd) {
      var typed = line.toString();
      line.setLength(0);
      handleLine(typed.strip());
    } else if (c != '\n' && line.length() < MAX_LINE_LENGTH) {
      line.append(c);
    }
  }

  private void handleLine(String typed) throws IOException {
    switch (mode) {
      case PASSWORD -> checkLinePassword(typed);
      case ENABLE_PASSWORD -> checkEnablePassword(typed);
      case COMMANDS -> handleCommand(typed);
    }
  }

  private void checkLinePassword(String typed) throws IOException {
    state.recordReceived("****");
    if (typed.equals(state.config.password())) {
      mode = Mode.COMMANDS;
      send("\r\n" + ios.prompt());
    } else if (++attempts < MAX_PASSWORD_ATTEMPTS) {
      send("\r\nPassword: ");
    } else {
      send("\r\n% Bad passwords\r\n");
      connection.stream().close();
    }
  }

  private void checkEnablePassword(String typed) throws IOException {
    state.recordReceived("****");
    if (typed.equals(state.config.enablePassword())) {
      ios.enable();
      mode = Mode.COMMANDS;
      send("\r\n" + ios.prompt());
    } else if (++attempts < MAX_PASSWORD_ATTEMPTS) {
      send("\r\nPassword: ");
    } else {
      mode = Mode.COMMANDS;
      send("\r\n% Bad secrets\r\n\r\n" + ios.prompt());
    }
  }

  private void handleCommand(String typed) throws IOException {
    state.recordReceived(typed);
    if (typed.equals("enable") && !ios.isEnabled()) {
      mode = Mode.ENABLE_PASSWORD;
      attempts = 0;
      send(typed + "\r\nPassword: ");
      return;
    }
    if (ios.isLogout(typed)) {
      connection.stream().close();
      return;
    }
    switch (state.faults.takeFault(typed).orElse(null)) {
      case null -> respond(typed, ios.enterLine(typed));
      case InjectedFault.DropBefore _ -> connection.stream().close();
      case InjectedFault.DropAfter _ -> {
        ios.enterLine(typed);
        connection.stream().close();
      }
      case InjectedFault.NoResponse _ -> ios.enterLine(typed);
      case InjectedFault.SlowResponse slow -> {
        slow.await();
        respond(typed, ios.enterLine(typed));
      }
      case InjectedFault.LateExecution(var delay) ->
          state.schedule(delay, () -> ios.enterLine(typed));
      case InjectedFault.Restart(var executed, var keepsDatabase) -> {
        if (executed) {
          ios.enterLine(typed);
        }
        state.requestRestart(keepsDatabase);
      }
      case InjectedFault.InterleavedReports _ -> respondAmongReports(typed);
      case InjectedFault.IdleLogout _ -> resetLogin();
      case InjectedFault.ThirdPartyChange(var deletes) -> {
        applyThirdPartyChange(deletes);
        respond(typed, ios.enterLine(typed));
      }
      case InjectedFault.SignalChange _ -> {
        state.toggleSignal("GigabitEthernet3/%d");
        respond(typed, ios.enterLine(typed));
      }
      case InjectedFault.Tl1Fault _ -> respond(typed, ios.enterLine(typed));
      case InjectedFault.Deny(_, var text) -> respond(typed, "% " + text + "\r\n");
      case InjectedFault.Garbage(var garbage) -> {
        ios.enterLine(typed);
        send(garbage);
      }
    }
  }

  /** Returns to the login prompt, as after a terminal server cleared the line. */
  private void resetLogin() throws IOException {
    ios = new Ios7600CliSession(state);
    mode = Mode.PASSWORD;
    attempts = 0;
    send("\r\n\r\nUser Access Verification\r\n\r\nPassword: ");
  }

  private void applyThirdPartyChange(boolean deletes) {
    var removedVlan =
        state.runExclusively(() -> {
          var vlan =
              new IosThirdParty(state.database(), state.faults::nextInt).applyChange(deletes);
          vlan.ifPresent(state::recordLoss);
          return vlan;
        });
    state.recordEvent(
        "third party " + removedVlan.map(vlan -> "removed VLAN " + vlan).orElse("changed VLANs"));
  }

  private void respond(String typed, String output) throws IOException {
    send(ios.echo(typed) + "\r\n" + output + ios.prompt());
  }

  /** As with {@code terminal monitor}: messages before, within and after the output. */
  private void respondAmongReports(String typed) throws IOException {
    send(LINK_DOWN_REPORT);
    var echo = ios.echo(typed);
    var output = ios.enterLine(typed);
    var firstLineEnd = output.indexOf('\n') + 1; // 0 without output
    send(echo + "\r\n" + new StringBuilder(output).insert(firstLineEnd, LINK_DOWN_REPORT));
    send(ios.prompt() + LINK_DOWN_REPORT);
  }

  private void send(String text) throws IOException {
    text.lines().filter(outputLine -> !outputLine.isBlank()).forEach(state::recordSent);
    connection.stream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }
}
