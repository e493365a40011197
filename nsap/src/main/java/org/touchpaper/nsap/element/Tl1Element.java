package org.touchpaper.nsap.element;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Hint;
import org.touchpaper.segment.element.NotTold;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.row.AlarmRow;
import org.touchpaper.tl1.session.SessionEvent;
import org.touchpaper.tl1.session.Tl1Outcome;
import org.touchpaper.tl1.session.Tl1Session;

/** What the drivers of elements that speak TL1 ask and tell them. */
public record Tl1Element(String tid, Tl1Session session) {

  /**
   * The rows of an answer.
   *
   * @param none the denials by which the element says that there is no such thing
   * @throws ElementUnreachable if it gave no answer that can be trusted
   */
  public List<String> rows(InputCommand command, Predicate<Tl1Outcome.Denied> none) {
    return rowsUnless(_ -> false, command, none).orElseThrow();
  }

  /** The same, and nothing if it was denied so that this tells neither that there are any. */
  public Optional<List<String>> rowsUnless(
      Predicate<Tl1Outcome.Denied> open, InputCommand command, Predicate<Tl1Outcome.Denied> none) {
    return switch (session.send(command)) {
      case Tl1Outcome.Completed(var rows, _) -> Optional.of(rows);
      case Tl1Outcome.Partial(_, var comments) -> // what it left out may be there all the same
          throw new NotTold(
              tid, command.code() + " answered in part: " + String.join("; ", comments));
      case Tl1Outcome.Denied denied when none.test(denied) -> Optional.of(List.of());
      case Tl1Outcome.Denied denied when open.test(denied) -> Optional.empty();
      case Tl1Outcome.Denied(var code, var text) ->
          throw new NotTold(tid, command.code() + " denied: " + code + " " + text);
      case Tl1Outcome.NotSent(var reason) -> throw new ElementUnreachable(tid, reason);
      case Tl1Outcome.Unknown(var reason) -> throw new ElementUnreachable(tid, reason);
    };
  }

  /** The alarms that stand and affect service, as RTRV-ALM-ALL tells them. */
  public List<PortAlarm> alarms() {
    return alarms(InputCommand.of("RTRV-ALM-ALL"), _ -> false);
  }

  /**
   * The alarms that stand and affect service, as this command tells them.
   *
   * @param none the denials by which the element says that it tells of no alarms
   */
  public List<PortAlarm> alarms(InputCommand command, Predicate<Tl1Outcome.Denied> none) {
    return affectingService(tid, rows(command, none));
  }

  static List<PortAlarm> affectingService(String tid, List<String> rows) {
    return rows.stream()
        .flatMap(row -> AlarmRow.parse(row).stream())
        .filter(Tl1Element::affectsService)
        .map(alarm ->
            new PortAlarm(alarm.aid(), alarm.condition() + " on " + alarm.aid() + " of " + tid))
        .toList();
  }

  /** What the element says of it counts; how bad it is only where it says nothing. */
  private static boolean affectsService(AlarmRow alarm) {
    return !alarm.isCleared()
        && switch (alarm.effect()) {
          case SERVICE_AFFECTING -> true;
          case NOT_SERVICE_AFFECTING -> false;
          case NOT_SAID ->
              switch (alarm.severity()) {
                case CRITICAL, MAJOR -> true;
                case MINOR, NOT_ALARMED, NOT_REPORTED, CLEARED -> false;
              };
        };
  }

  /** Stays connected, and takes logins and reports of alarms and changes for hints to read. */
  public void watch(Consumer<Hint> watcher) {
    session.watch(event -> {
      switch (event) {
        case SessionEvent.Connected _ -> watcher.accept(new Hint.Connected(tid));
        case SessionEvent.Reported(_, var message)
            when message.verb().matches("REPT (ALM|COND|DBCHG).*") ->
            watcher.accept(new Hint.Told(tid, message.verb()));
        case SessionEvent.Reported _, SessionEvent.Lost _ -> {}
      }
    });
    session.stayConnected();
  }

  /** Denials with one of these error codes. */
  public static Predicate<Tl1Outcome.Denied> codes(String... codes) {
    return denied -> List.of(codes).contains(denied.code());
  }

  /** Gives a command that edits. */
  public Outcome edit(InputCommand command) {
    return switch (session.send(command)) {
      case Tl1Outcome.Completed _ -> new Outcome.Done();
      case Tl1Outcome.Partial(_, var comments) ->
          new Outcome.Unknown("carried out in part: " + String.join("; ", comments));
      case Tl1Outcome.Denied(var code, var text) -> new Outcome.Denied(code, text);
      case Tl1Outcome.NotSent(var reason) -> throw new ElementUnreachable(tid, reason);
      case Tl1Outcome.Unknown(var reason) -> new Outcome.Unknown(reason);
    };
  }
}
