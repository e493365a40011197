package org.touchpaper.harc.rm.vote;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.Part.State;

/**
 * What is told of a booking until the scheduler has carried out what is decided of it: neither what
 * it was, nor that it is what it is to be.
 */
final class Pending {
  private static final String NOT_YET = "it is decided, and not carried out yet";

  private Pending() {}

  /** The parts as the scheduler tells them, in the light of the decision. */
  static List<Part> told(Ledger ledger, List<Action> actions, List<Part> parts) {
    if (ledger.carriedOut()) {
      return parts;
    }
    var byIdent =
        actions.stream().collect(Collectors.toMap(Action::ident, each -> each, (a, _) -> a));
    return switch (ledger.phase()) {
      case COMMITTED -> each(parts, part -> committed(action(byIdent, part), part));
      case ABORTED -> each(parts, part -> is(part, State.HELD) ? with(part, State.ABORTED) : part);
      case UNKNOWN, PREPARING, PREPARED ->
          each(parts, part -> undecided(action(byIdent, part), part));
    };
  }

  /**
   * Whoever asks may have heard a decision that has not come here yet: what a booking is before its
   * change, such as ended and clean, would be taken for what has become of it.
   */
  private static Part undecided(Action action, Part part) {
    return switch (action) {
      case Action.Make _ -> part;
      case Action.Modify _, Action.Cancel _ ->
          is(part, State.FAILED) ? part : with(part, State.HELD, part.problem(), false);
    };
  }

  private static Action action(Map<String, Action> byIdent, Part part) {
    return Objects.requireNonNull(byIdent.get(part.ident()));
  }

  private static List<Part> each(List<Part> parts, Function<Part, Part> change) {
    return parts.stream().map(change).toList();
  }

  private static Part committed(Action action, Part part) {
    if (is(part, State.FAILED)) {
      return part;
    }
    return switch (action) {
      case Action.Make _ -> is(part, State.HELD) ? with(part, State.COMMITTED) : part;
      case Action.Modify _ -> notYet(part, State.COMMITTED);
      case Action.Cancel _ ->
          is(part, State.ENDED) || is(part, State.CANCELLED) ? part : notYet(part, State.CANCELLED);
    };
  }

  private static boolean is(Part part, State state) {
    return part.state() == state;
  }

  private static Part with(Part part, State state) {
    return with(part, state, part.problem(), part.released());
  }

  private static Part notYet(Part part, State state) {
    return with(part, state, part.problem() == null ? NOT_YET : part.problem(), false);
  }

  private static Part with(Part part, State state, @Nullable String problem, boolean released) {
    return new Part(part.ident(), state, part.reference(), part.path(), problem, released);
  }
}
