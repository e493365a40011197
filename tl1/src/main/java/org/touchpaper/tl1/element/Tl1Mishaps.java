package org.touchpaper.tl1.element;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.AutonomousMessage.AlarmCode;
import org.touchpaper.tl1.message.Delay;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.Prtl;
import org.touchpaper.tl1.message.Rtrv;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.Text;

/** How each {@link Fault} befalls a command on one connection that speaks TL1. */
final class Tl1Mishaps {

  /** Whoever carries commands out, and answers them as they are to be answered. */
  interface Hands {
    Answer execute(InputCommand command);

    void carryOut(InputCommand command) throws IOException;

    /** Nobody is logged in any more, and nobody is told. */
    void logOut();

    /** What a stranger would do now. */
    void meddle(boolean deletes);
  }

  private final Shelf shelf;
  private final Wire wire;
  private final Tl1Voice voice;
  private final Hands hands;

  Tl1Mishaps(Shelf shelf, Wire wire, Tl1Voice voice, Hands hands) {
    this.shelf = shelf;
    this.wire = wire;
    this.voice = voice;
    this.hands = hands;
  }

  void befall(Fault fault, InputCommand command, String ctag) throws IOException {
    switch (fault) {
      case Fault.DropBefore _ -> wire.close();
      case Fault.DropAfter _ -> {
        hands.execute(command);
        wire.close();
      }
      case Fault.Silent _ -> hands.execute(command);
      case Fault.Slow(var until) -> {
        await(until);
        hands.carryOut(command);
      }
      case Fault.Late(var by) -> shelf.later(by, () -> hands.execute(command));
      case Fault.Deny(var code, var words) -> voice.answer(ctag, Answer.deny(code, words));
      case Fault.Garbage(var instead) -> {
        hands.execute(command);
        voice.sayRaw(instead);
      }
      case Fault.Restart(var carriedOut, var keepsDatabase) -> {
        if (carriedOut) {
          hands.execute(command);
        }
        shelf.restart(keepsDatabase);
      }
      case Fault.OfTl1 ofTl1 -> befall(ofTl1, command, ctag);
    }
  }

  private void befall(Fault.OfTl1 fault, InputCommand command, String ctag) throws IOException {
    switch (fault) {
      case Fault.Acknowledged(var code, var carriedOut) -> {
        if (carriedOut) {
          hands.execute(command);
        }
        voice.say(new Acknowledgement(code, ctag));
      }
      case Fault.InProgress(var acknowledgements, var apart) -> {
        for (var i = 0; i < acknowledgements; i++) {
          voice.say(new Acknowledgement(Acknowledgement.Code.IP, ctag));
          pause(apart);
        }
        hands.carryOut(command);
      }
      case Fault.Delayed(var by) -> {
        shelf.later(by, () -> hands.execute(command));
        voice.say(new Delay(voice.header(), ctag, Text.EMPTY, Terminator.END));
      }
      case Fault.Partly _ -> partly(hands.execute(command), ctag);
      case Fault.EmptyPromise _ when !command.isRead() && !command.code().endsWith("-USER") ->
          voice.answer(ctag, Answer.done());
      case Fault.EmptyPromise _ -> hands.carryOut(command);
      case Fault.DenyOddly(var oddity) -> denyOddly(oddity, ctag);
      case Fault.InSegments _ -> inSegments(hands.execute(command), ctag, false);
      case Fault.InBlocks _ -> inBlocks(hands.execute(command), ctag);
      case Fault.Chatter _ -> {
        chatter();
        inSegments(hands.execute(command), ctag, true);
      }
      case Fault.UnclosedQuote _ -> unclosed(hands.execute(command), ctag);
      case Fault.SlowRelease(var by) -> {
        if (command.verb().equals("DLT")) {
          shelf.letGoLater(Parameters.of(command).name(), by);
        }
        hands.carryOut(command);
      }
      case Fault.LoggedOut _ -> {
        voice.report(
            AlarmCode.NONE, "CANC", Text.rows(List.of("\\\"" + shelf.config.user() + "\\\"")));
        wire.close();
      }
      case Fault.LoginLost _ -> {
        hands.logOut();
        hands.carryOut(command);
      }
      case Fault.Stranger(var deletes) -> {
        hands.meddle(deletes);
        hands.carryOut(command);
      }
      case Fault.Signal _ -> {
        signal();
        hands.carryOut(command);
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

  private static void pause(Duration length) throws IOException {
    try {
      Thread.sleep(length);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private void partly(Answer whole, String ctag) throws IOException {
    var rows = whole.text().rows();
    var half = new Text(rows.subList(0, rows.size() / 2), whole.text().comments());
    voice.say(new Prtl(voice.header(), ctag, half, Terminator.END));
  }

  private void denyOddly(Fault.Oddity oddity, String ctag) throws IOException {
    var busy = Answer.deny("SARB", "Status, All Resources Busy; try \"again\" > later");
    switch (oddity) {
      case BARE -> voice.answer(ctag, Answer.denyBare());
      case CODE_LAST ->
          voice.sayRaw(
              "\r\n\n   %s %s %s\r\nM  %s DENY\r\n   /* %s */\r\n   SARB\r\n;"
                  .formatted(
                      shelf.config.tid(),
                      voice.header().date(),
                      voice.header().time(),
                      ctag,
                      "Status, All Resources Busy; ENT-x::y:1; > later"));
      case UNTAGGED -> voice.answer("0", busy);
    }
  }

  /** As T43 was recorded: a row that ends with its line. */
  private void unclosed(Answer answer, String ctag) throws IOException {
    var whole = answer.segment(voice.header(), ctag, answer.text(), Terminator.END);
    voice.say(whole, said -> said.replaceAll("(?m)^(   \".*)\"(\r?)$", "$1$2"));
  }

  /** Every row alone, an empty segment first, and times that go back. */
  private void inSegments(Answer answer, String ctag, boolean amongOthers) throws IOException {
    var parts = new ArrayList<Text>();
    parts.add(Text.EMPTY);
    answer.text().rows().forEach(row -> parts.add(Text.rows(List.of(row))));
    var now = shelf.clock.instant();
    for (var part : parts) {
      voice.say(answer.segment(voice.header(jittered(now)), ctag, part, Terminator.MORE));
      if (amongOthers) {
        chatter();
      }
    }
    var rest = new Text(List.of(), answer.text().comments());
    voice.say(answer.segment(voice.header(now), ctag, rest, Terminator.END));
    if (amongOthers) {
      chatter();
    }
  }

  private Instant jittered(Instant now) {
    return now.minusSeconds(shelf.faults.draw(3));
  }

  private void inBlocks(Answer answer, String ctag) throws IOException {
    for (var row : answer.text().rows()) {
      voice.say(new Rtrv(voice.header(), ctag, Text.rows(List.of(row)), Terminator.END));
      voice.sayRaw("\r\n>");
    }
    var rest = new Text(List.of(), answer.text().comments());
    voice.say(answer.segment(voice.header(), ctag, rest, Terminator.END));
  }

  private void chatter() throws IOException {
    voice.report(
        AlarmCode.MINOR,
        "REPT ALM EQPT",
        Text.rows(List.of("1-PDU-1,EQPT:MN,PWR,NSA,,,,:\\\"fan; ENT-X:: 4 COMPLD > slow\\\",")));
    voice.report(AlarmCode.NONE, "REPT EVT LOG", Text.comment("M  1 COMPLD; nothing of yours"));
  }

  /** One port at most is without signal, so that some circuits stay whole. */
  private void signal() {
    var now = shelf.clock.instant();
    var lost = shelf.signals.lostPorts();
    if (lost.isEmpty()) {
      var port = "1-A-" + (1 + shelf.faults.draw(2)) + "-1";
      shelf.signals.lose(port, now).forEach(shelf.bulletin::report);
    } else {
      shelf.signals.restore(lost.getFirst(), now).forEach(shelf.bulletin::report);
    }
  }
}
