package org.touchpaper.nsap.element;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.touchpaper.elementsession.Tl1Outcome;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.SessionEvent;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.ElementEvent;
import org.touchpaper.segment.element.ElementReadException;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.element.RequestedDataMissingException;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.row.AlarmRow;

/** Sends the commands of TL1 drivers and interprets the responses. */
public record Tl1ElementClient(String tid, Tl1Session session) {

  /**
   * Sends a command and returns the rows of its response.
   *
   * @param isAbsence the denials that mean that there is no such item
   * @throws ElementReadException if there is no reliable response
   */
  public List<String> retrieve(InputCommand command, Predicate<Tl1Outcome.Denied> isAbsence) {
    return retrieveUnless(_ -> false, command, isAbsence).orElseThrow();
  }

  /** The same; empty for a denial that leaves open whether there is such an item. */
  public Optional<List<String>> retrieveUnless(
      Predicate<Tl1Outcome.Denied> isInconclusive,
      InputCommand command,
      Predicate<Tl1Outcome.Denied> isAbsence) {
    return switch (session.send(command)) {
      case Tl1Outcome.Completed(var rows, _) -> Optional.of(rows);
      case Tl1Outcome.Partial(_, var comments) -> // items left out may exist
          throw new RequestedDataMissingException(
              tid, command.code() + ": partial response: " + String.join("; ", comments));
      case Tl1Outcome.Denied denied when isAbsence.test(denied) -> Optional.of(List.of());
      case Tl1Outcome.Denied denied when isInconclusive.test(denied) -> Optional.empty();
      case Tl1Outcome.Denied(var code, var text) ->
          throw new RequestedDataMissingException(
              tid, command.code() + " denied: " + code + " " + text);
      case Tl1Outcome.NotSent(var reason) -> throw new ElementReadException(tid, reason);
      case Tl1Outcome.Unknown(var reason) -> throw new ElementReadException(tid, reason);
    };
  }

  /** The active, service-affecting alarms by RTRV-ALM-ALL. */
  public List<PortAlarm> alarms() {
    return alarms(InputCommand.of("RTRV-ALM-ALL"), _ -> false);
  }

  /**
   * The active, service-affecting alarms by this command.
   *
   * @param isAbsence the denials that mean that the element reports no alarms
   */
  public List<PortAlarm> alarms(InputCommand command, Predicate<Tl1Outcome.Denied> isAbsence) {
    return affectingService(tid, retrieve(command, isAbsence));
  }

  static List<PortAlarm> affectingService(String tid, List<String> rows) {
    return rows.stream()
        .flatMap(row -> AlarmRow.parse(row).stream())
        .filter(Tl1ElementClient::affectsService)
        .map(alarm ->
            new PortAlarm(alarm.aid(), alarm.condition() + " on " + alarm.aid() + " of " + tid))
        .toList();
  }

  /** The service effect decides; the severity only if the effect is unspecified. */
  private static boolean affectsService(AlarmRow alarm) {
    return !alarm.isCleared()
        && switch (alarm.effect()) {
          case SERVICE_AFFECTING -> true;
          case NOT_SERVICE_AFFECTING -> false;
          case UNSPECIFIED ->
              switch (alarm.severity()) {
                case CRITICAL, MAJOR -> true;
                case MINOR, NOT_ALARMED, NOT_REPORTED, CLEARED -> false;
              };
        };
  }

  /** Keeps the session connected; reports logins, alarms and changes to the watcher. */
  public void watch(Consumer<ElementEvent> watcher) {
    session.addListener(event -> {
      switch (event) {
        case SessionEvent.Connected _ -> watcher.accept(new ElementEvent.Connected(tid));
        case SessionEvent.ReportReceived(_, var message)
            when message.verb().matches("REPT (ALM|COND|DBCHG).*") ->
            watcher.accept(new ElementEvent.Reported(tid, message.verb()));
        case SessionEvent.ReportReceived _, SessionEvent.Disconnected _ -> {}
      }
    });
    session.stayConnected();
  }

  /** Denials with one of these error codes. */
  public static Predicate<Tl1Outcome.Denied> hasCode(String... codes) {
    return denied -> List.of(codes).contains(denied.code());
  }

  /** Sends an edit. */
  public EditOutcome edit(InputCommand command) {
    return switch (session.send(command)) {
      case Tl1Outcome.Completed _ -> new EditOutcome.Done();
      case Tl1Outcome.Partial(_, var comments) ->
          new EditOutcome.Unknown("partially completed: " + String.join("; ", comments));
      case Tl1Outcome.Denied(var code, var text) -> new EditOutcome.Denied(code, text);
      case Tl1Outcome.NotSent(var reason) -> throw new ElementReadException(tid, reason);
      case Tl1Outcome.Unknown(var reason) -> new EditOutcome.Unknown(reason);
    };
  }
}
