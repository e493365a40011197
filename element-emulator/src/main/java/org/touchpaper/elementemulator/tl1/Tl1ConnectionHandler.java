package org.touchpaper.elementemulator.tl1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.touchpaper.elementemulator.config.TransportProtocol;
import org.touchpaper.elementemulator.fault.FaultKind;
import org.touchpaper.elementemulator.listener.ClientConnection;
import org.touchpaper.elementemulator.state.AutonomousBroadcaster;
import org.touchpaper.elementemulator.state.ElementState;
import org.touchpaper.tl1.codec.CommandStreamSplitter;
import org.touchpaper.tl1.codec.MessageEncoder;
import org.touchpaper.tl1.codec.TelnetNegotiator;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.AutonomousMessage.AlarmCode;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.TextBlock;
import org.touchpaper.tl1.message.ValueQuoting;

/** Serves one TL1 connection. */
public final class Tl1ConnectionHandler implements AutonomousBroadcaster.Subscriber {

  private static final byte[] COREDIRECTOR_TELNET_OFFERS = {
    -1, (byte) 254, 1, -1, (byte) 254, 34, -1, (byte) 253, 3, -1, (byte) 251, 3, -1, (byte) 251, 1
  };
  private static final String BANNER =
      "\r\n*** NOTICE; authorised users only > M  1 COMPLD; all is \"logged ***;\r\n< ";
  private static final Pattern CTAG = Pattern.compile("[A-Za-z0-9.]{0,6}");
  private static final String THIRD_PARTY = "THIRDPARTY";

  /** The limit of simultaneous commands per session (OpenDRAC's clients observe it). */
  private static final int MAX_CONCURRENT_COMMANDS = 7;

  private final ElementState state;
  private final Tl1CommandExecutor model;
  private final ClientConnection connection;
  private final Tl1MessageWriter output;
  private final Tl1FaultInjector faultInjector;
  private final Instant elementStart;
  private final boolean echoes;
  private boolean loggedIn;
  private volatile boolean wantsChanges;
  private Instant loggedInAt = Instant.MIN;

  public Tl1ConnectionHandler(
      ElementState state, Tl1CommandExecutor model, ClientConnection connection) {
    this.state = state;
    this.model = model;
    this.connection = connection;
    this.output = new Tl1MessageWriter(state, connection);
    this.faultInjector = new Tl1FaultInjector(state, connection, output, this);
    this.elementStart = state.startedAt();
    this.wantsChanges = !model.requiresChangeSubscription();
    this.echoes =
        (model.echoesAndAcknowledges() && connection.isInteractive())
            != state.faults.triggers(FaultKind.ECHO);
  }

  public void serve() throws IOException {
    var telnet = new TelnetNegotiator();
    var decoder = new CommandStreamSplitter(model.maxCommandLength());
    var buffer = new byte[8192];
    if (connection.protocol() == TransportProtocol.TELNET) {
      output.write(COREDIRECTOR_TELNET_OFFERS);
    }
    if (state.faults.triggers(FaultKind.BANNER)) {
      output.sendRaw(BANNER);
    }
    try {
      readCommands(telnet, decoder, buffer);
    } finally {
      state.broadcaster.unsubscribe(this);
    }
  }

  private void readCommands(TelnetNegotiator telnet, CommandStreamSplitter decoder, byte[] buffer)
      throws IOException {
    for (var length = connection.stream().read(buffer);
        length >= 0;
        length = connection.stream().read(buffer)) {
      var data = telnet.feed(buffer, 0, length);
      var remaining = MAX_CONCURRENT_COMMANDS;
      for (var command : decoder.feed(data, 0, data.length)) {
        output.beginBuffering(); // sends echo, acknowledgement and answer in one packet
        if (echoes) {
          output.write(MessageEncoder.toBytes(command + ";\r\n"));
        }
        if (!command.isBlank()) {
          state.recordReceived(command + ";");
          handle(command, remaining-- <= 0);
        }
        output.flush();
      }
    }
  }

  private void handle(String text, boolean exceedsLimit) throws IOException {
    var parsed = InputCommand.parse(text);
    if (parsed.isEmpty() || text.chars().anyMatch(c -> c < ' ' || c > '~')) {
      output.respond("0", CommandResult.deny("IISP", "Input, Invalid Syntax or Punctuation"));
      return;
    }
    var command = parsed.get();
    if (!CTAG.matcher(command.ctag()).matches()) {
      output.respond("0", CommandResult.deny("IICT", "Input, Invalid Correlation Tag"));
      return;
    }
    if (exceedsLimit) {
      output.respond(ctag(command), CommandResult.deny("SARB", "Status, All Resources Busy"));
      return;
    }
    var fault = state.faults.takeFault(text).orElse(null);
    if (model.echoesAndAcknowledges()) {
      output.sendMessage(new Acknowledgement(Acknowledgement.Code.IP, ctag(command)));
    }
    if (fault == null) {
      executeAndRespond(command);
    } else {
      output.flush();
      faultInjector.apply(fault, command, ctag(command));
    }
  }

  void executeAndRespond(InputCommand command) throws IOException {
    output.respond(ctag(command), execute(command));
    if (command.code().equals("ACT-USER") && loggedIn) {
      state.broadcaster.subscribe(this);
      output.sendReport(
          AlarmCode.NONE,
          "REPT EVT SESSION",
          new TextBlock(
              List.of(state.config.tid() + ":NO,"),
              List.of("This is an emulated element; nothing here carries light.")));
    } else if (command.code().equals("CANC-USER")) {
      output.flush();
      connection.stream().close();
    }
  }

  CommandResult execute(InputCommand command) {
    if (!command.tid().isEmpty()
        && !ValueQuoting.unquote(command.tid()).equalsIgnoreCase(state.config.tid())) {
      return CommandResult.deny("IITA", "Input, Invalid Target Identifier");
    }
    if (!model.isAddressedBy(command)) {
      return CommandResult.deny("IITA", "Input, Invalid Target Identifier: not quoted");
    }
    if (command.code().equals("ACT-USER")) {
      return logIn(command);
    }
    if (!loggedIn || state.clock.instant().isBefore(loggedInAt.plus(model.loginSettleTime()))) {
      return model.notLoggedIn();
    }
    if (command.code().equals("CANC-USER")) {
      loggedIn = false;
      return CommandResult.completed();
    }
    if (model.requiresChangeSubscription() && command.code().matches("(ALW|INH)-MSG-DBCHG")) {
      wantsChanges = command.verb().equals("ALW");
      return CommandResult.completed();
    }
    if (command.code().equals("RTRV-ALM-ALL")) {
      return CommandResult.rows(state.signalAlarms.alarmRows());
    }
    var result = state.runExclusively(() -> executeOnState(command));
    if (!command.isRead() && !result.isDenied()) {
      state.broadcaster.broadcastChange(
          command,
          state.config.user(),
          model.notifiesAuthors() ? AutonomousBroadcaster.NO_AUTHOR : this);
    }
    return result;
  }

  /** A connection from before a restart has no effect after it. */
  private CommandResult executeOnState(InputCommand command) {
    if (!elementStart.equals(state.startedAt())) {
      throw new UncheckedIOException(new IOException("the element has restarted"));
    }
    var name = CommandParameters.of(command).name();
    if (command.verb().equals("DLT") && state.isLocked(name)) {
      return CommandResult.deny(
          "SNVS", "Status, Not in Valid State: " + name + " is not released yet");
    }
    try {
      return model.execute(command);
    } catch (CommandDeniedException e) {
      return e.toResult();
    }
  }

  /** Logs the user out silently. */
  void logOut() {
    loggedIn = false;
    state.broadcaster.unsubscribe(this);
  }

  void applyThirdPartyChange(boolean deletes) {
    var applied = new AtomicReference<@Nullable InputCommand>();
    state.runExclusively(() -> {
      model
          .thirdPartyCommand(deletes, state.faults::nextInt)
          .filter(command -> !executeOnState(command).isDenied())
          .ifPresent(command -> {
            applied.set(command);
            if (command.verb().equals("DLT")) {
              state.recordLoss(CommandParameters.of(command).name());
            }
          });
      return Boolean.TRUE;
    });
    var command = applied.get();
    if (command != null) {
      state.recordEvent(THIRD_PARTY + " " + MessageEncoder.encode(command));
      state.broadcaster.broadcastChange(command, THIRD_PARTY, AutonomousBroadcaster.NO_AUTHOR);
    }
  }

  @Override
  public void onReport(AlarmCode code, String verb, List<String> rows) {
    try {
      output.sendReport(code, verb, TextBlock.rows(rows));
    } catch (IOException e) {
      state.recordEvent("connection lost: " + e.getMessage());
    }
  }

  @Override
  public boolean wantsChanges() {
    return wantsChanges;
  }

  private CommandResult logIn(InputCommand command) {
    if (!state.tryBeginLogin(model.loginSettleTime())) {
      return CommandResult.deny("SARB", "Status, All Resources Busy: another login is under way");
    }
    var password = command.blocks().isEmpty() ? "" : command.blocks().getFirst();
    loggedIn =
        ValueQuoting.unquote(command.aid()).equals(state.config.user())
            && ValueQuoting.unquote(password).equals(state.config.password());
    loggedInAt = state.clock.instant();
    return loggedIn
        ? CommandResult.rows(List.of(state.config.user() + ":LASTLOGIN=,INTRUSIONS=0,"))
        : CommandResult.deny("PIUI", "Privilege, Illegal User Identity");
  }

  private static String ctag(InputCommand command) {
    return command.ctag().isEmpty() ? "0" : command.ctag();
  }
}
