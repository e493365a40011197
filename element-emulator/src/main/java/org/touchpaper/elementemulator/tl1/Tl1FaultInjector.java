package org.touchpaper.elementemulator.tl1;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.elementemulator.listener.ClientConnection;
import org.touchpaper.elementemulator.state.ElementState;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.AutonomousMessage.AlarmCode;
import org.touchpaper.tl1.message.Delay;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.Prtl;
import org.touchpaper.tl1.message.Rtrv;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.TextBlock;

/** Applies each {@link InjectedFault} to a command on one TL1 connection. */
final class Tl1FaultInjector {

  private final ElementState state;
  private final ClientConnection connection;
  private final Tl1MessageWriter output;
  private final Tl1ConnectionHandler handler;

  Tl1FaultInjector(
      ElementState state,
      ClientConnection connection,
      Tl1MessageWriter output,
      Tl1ConnectionHandler handler) {
    this.state = state;
    this.connection = connection;
    this.output = output;
    this.handler = handler;
  }

  void apply(InjectedFault fault, InputCommand command, String ctag) throws IOException {
    switch (fault) {
      case InjectedFault.DropBefore _ -> connection.stream().close();
      case InjectedFault.DropAfter _ -> {
        handler.execute(command);
        connection.stream().close();
      }
      case InjectedFault.NoResponse _ -> handler.execute(command);
      case InjectedFault.SlowResponse slow -> {
        slow.await();
        handler.executeAndRespond(command);
      }
      case InjectedFault.LateExecution(var delay) ->
          state.schedule(delay, () -> handler.execute(command));
      case InjectedFault.Deny(var code, var text) ->
          output.respond(ctag, CommandResult.deny(code, text));
      case InjectedFault.Garbage(var garbage) -> {
        handler.execute(command);
        output.sendRaw(garbage);
      }
      case InjectedFault.Restart(var executed, var keepsDatabase) -> {
        if (executed) {
          handler.execute(command);
        }
        state.requestRestart(keepsDatabase);
      }
      case InjectedFault.Tl1Fault tl1Fault -> apply(tl1Fault, command, ctag);
    }
  }

  private void apply(InjectedFault.Tl1Fault fault, InputCommand command, String ctag)
      throws IOException {
    switch (fault) {
      case InjectedFault.Acknowledged(var code, var executed) -> {
        if (executed) {
          handler.execute(command);
        }
        output.sendMessage(new Acknowledgement(code, ctag));
      }
      case InjectedFault.InProgress(var acknowledgements, var interval) -> {
        for (var i = 0; i < acknowledgements; i++) {
          output.sendMessage(new Acknowledgement(Acknowledgement.Code.IP, ctag));
          pause(interval);
        }
        handler.executeAndRespond(command);
      }
      case InjectedFault.Delayed(var delay) -> {
        state.schedule(delay, () -> handler.execute(command));
        output.sendMessage(new Delay(output.header(), ctag, TextBlock.EMPTY, Terminator.END));
      }
      case InjectedFault.PartialResponse _ -> sendPartial(handler.execute(command), ctag);
      case InjectedFault.FalseCompletion _
          when !command.isRead() && !command.code().endsWith("-USER") ->
          output.respond(ctag, CommandResult.completed());
      case InjectedFault.FalseCompletion _ -> handler.executeAndRespond(command);
      case InjectedFault.MalformedDeny(var form) -> sendMalformedDeny(form, ctag);
      case InjectedFault.SegmentedResponse _ ->
          sendInSegments(handler.execute(command), ctag, false);
      case InjectedFault.RtrvBlockResponse _ -> sendInBlocks(handler.execute(command), ctag);
      case InjectedFault.InterleavedReports _ -> {
        sendUnrelatedReports();
        sendInSegments(handler.execute(command), ctag, true);
      }
      case InjectedFault.UnclosedQuote _ -> sendUnclosedQuotes(handler.execute(command), ctag);
      case InjectedFault.SlowRelease(var delay) -> {
        if (command.verb().equals("DLT")) {
          state.lockReferences(CommandParameters.of(command).name(), delay);
        }
        handler.executeAndRespond(command);
      }
      case InjectedFault.IdleLogout _ -> {
        output.sendReport(
            AlarmCode.NONE, "CANC", TextBlock.rows(List.of("\\\"" + state.config.user() + "\\\"")));
        connection.stream().close();
      }
      case InjectedFault.LoginLost _ -> {
        handler.logOut();
        handler.executeAndRespond(command);
      }
      case InjectedFault.ThirdPartyChange(var deletes) -> {
        handler.applyThirdPartyChange(deletes);
        handler.executeAndRespond(command);
      }
      case InjectedFault.SignalChange _ -> {
        state.toggleSignal("1-A-%d-1");
        handler.executeAndRespond(command);
      }
    }
  }

  private static void pause(Duration length) throws IOException {
    try {
      Thread.sleep(length);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private void sendPartial(CommandResult result, String ctag) throws IOException {
    var rows = result.text().rows();
    var half = new TextBlock(rows.subList(0, rows.size() / 2), result.text().comments());
    output.sendMessage(new Prtl(output.header(), ctag, half, Terminator.END));
  }

  private void sendMalformedDeny(InjectedFault.DenyForm form, String ctag) throws IOException {
    var busy = CommandResult.deny("SARB", "Status, All Resources Busy; try \"again\" > later");
    switch (form) {
      case BARE -> output.respond(ctag, CommandResult.denyWithoutCode());
      case CODE_LAST ->
          output.sendRaw(
              "\r\n\n   %s %s %s\r\nM  %s DENY\r\n   /* %s */\r\n   SARB\r\n;"
                  .formatted(
                      state.config.tid(),
                      output.header().date(),
                      output.header().time(),
                      ctag,
                      "Status, All Resources Busy; ENT-x::y:1; > later"));
      case UNTAGGED -> output.respond("0", busy);
    }
  }

  /** As in recording T43: a row that ends with its line. */
  private void sendUnclosedQuotes(CommandResult result, String ctag) throws IOException {
    var response = result.toResponse(output.header(), ctag, result.text(), Terminator.END);
    output.sendMessage(response, text -> text.replaceAll("(?m)^(   \".*)\"(\r?)$", "$1$2"));
  }

  /** Each row in its own segment, after an empty segment, with times out of order. */
  private void sendInSegments(CommandResult result, String ctag, boolean interleaved)
      throws IOException {
    var parts = new ArrayList<TextBlock>();
    parts.add(TextBlock.EMPTY);
    result.text().rows().forEach(row -> parts.add(TextBlock.rows(List.of(row))));
    var now = state.clock.instant();
    for (var part : parts) {
      output.sendMessage(
          result.toResponse(output.header(jittered(now)), ctag, part, Terminator.MORE));
      if (interleaved) {
        sendUnrelatedReports();
      }
    }
    var comments = new TextBlock(List.of(), result.text().comments());
    output.sendMessage(result.toResponse(output.header(now), ctag, comments, Terminator.END));
    if (interleaved) {
      sendUnrelatedReports();
    }
  }

  private Instant jittered(Instant now) {
    return now.minusSeconds(state.faults.nextInt(3));
  }

  private void sendInBlocks(CommandResult result, String ctag) throws IOException {
    for (var row : result.text().rows()) {
      output.sendMessage(
          new Rtrv(output.header(), ctag, TextBlock.rows(List.of(row)), Terminator.END));
      output.sendRaw("\r\n>");
    }
    var comments = new TextBlock(List.of(), result.text().comments());
    output.sendMessage(result.toResponse(output.header(), ctag, comments, Terminator.END));
  }

  private void sendUnrelatedReports() throws IOException {
    output.sendReport(
        AlarmCode.MINOR,
        "REPT ALM EQPT",
        TextBlock.rows(
            List.of("1-PDU-1,EQPT:MN,PWR,NSA,,,,:\\\"fan; ENT-X:: 4 COMPLD > slow\\\",")));
    output.sendReport(
        AlarmCode.NONE, "REPT EVT LOG", TextBlock.comment("M  1 COMPLD; nothing of yours"));
  }
}
