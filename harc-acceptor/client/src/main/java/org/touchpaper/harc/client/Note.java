package org.touchpaper.harc.client;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a resource manager says with its vote; opaque to acceptors. */
public sealed interface Note {

  /** With a prepared vote: what is held. */
  record Held(List<Part> parts) implements Note {
    public Held {
      parts = List.copyOf(parts);
    }
  }

  /**
   * One booking held.
   *
   * @param ident the action's ident
   * @param reference the backend's own name for it
   * @param path the elements and links, or the nodes, for people to read
   */
  record Part(String ident, String reference, List<String> path) {
    public Part {
      path = List.copyOf(path);
    }
  }

  /** With an aborted vote: why. */
  record Refused(List<Refusal> refusals) implements Note {
    public Refused {
      refusals = List.copyOf(refusals);
    }
  }

  /**
   * Why one action does not fit (DESIGN decision 9).
   *
   * @param ident the action's ident
   * @param code the rule, a name of the segment contract's refusal codes
   * @param resource what refuses
   * @param field the field at fault; may be empty
   * @param reason one sentence for the person who asked
   * @param permanent true if no other time would help
   * @param nextFit when it would fit; null if never or not known
   */
  record Refusal(
      String ident,
      String code,
      String resource,
      String field,
      String reason,
      boolean permanent,
      Action.@Nullable Schedule nextFit) {}

  /** No note, or none that can be read: the acceptors aborted in a silent voter's place. */
  record None(String text) implements Note {}

  /** A window from two instants, or null if either is missing. */
  static Action.@Nullable Schedule window(@Nullable Instant start, @Nullable Instant end) {
    return start == null || end == null ? null : new Action.Schedule(start, end);
  }
}
