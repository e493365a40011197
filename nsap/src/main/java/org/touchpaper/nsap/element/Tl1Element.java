package org.touchpaper.nsap.element;

import java.util.List;
import java.util.function.Predicate;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.tl1.message.InputCommand;
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
    return switch (session.send(command)) {
      case Tl1Outcome.Completed(var rows, _) -> rows;
      case Tl1Outcome.Partial(var rows, _) -> rows;
      case Tl1Outcome.Denied denied when none.test(denied) -> List.of();
      case Tl1Outcome.Denied(var code, var text) ->
          throw new ElementUnreachable(tid, command.code() + " denied: " + code + " " + text);
      case Tl1Outcome.NotSent(var reason) -> throw new ElementUnreachable(tid, reason);
      case Tl1Outcome.Unknown(var reason) -> throw new ElementUnreachable(tid, reason);
    };
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

  /** Gives commands one after the other, up to the first that is not done. */
  public Outcome edit(List<InputCommand> commands) {
    for (var command : commands) {
      var outcome = edit(command);
      if (!(outcome instanceof Outcome.Done)) {
        return outcome;
      }
    }
    return new Outcome.Done();
  }
}
