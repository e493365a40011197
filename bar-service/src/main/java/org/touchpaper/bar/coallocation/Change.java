package org.touchpaper.bar.coallocation;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/**
 * One call to change a booking and what came of it, kept so that a repeat is told the same.
 *
 * @param number the transaction's
 * @param key the Idempotency-Key, if there was one
 * @param digest of what was asked for
 * @param words what was asked for, for people
 */
public record Change(
    int number, @Nullable String key, String digest, String words, Outcome outcome) {

  static Change begun(int number, @Nullable String key, String digest, String words) {
    return new Change(number, key, digest, words, new Outcome.Undecided());
  }

  Change with(Outcome next) {
    return new Change(number, key, digest, words, next);
  }

  /** What came of it. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Outcome.Undecided.class, name = "undecided"),
    @JsonSubTypes.Type(value = Outcome.Made.class, name = "made"),
    @JsonSubTypes.Type(value = Outcome.Refused.class, name = "refused"),
    @JsonSubTypes.Type(value = Outcome.NotStarted.class, name = "not-started")
  })
  public sealed interface Outcome {

    /** Not known yet. */
    record Undecided() implements Outcome {}

    /** The booking has become what was asked for. */
    record Made() implements Outcome {}

    /**
     * The booking is what it was.
     *
     * @param alternatives when what was asked for would fit
     */
    record Refused(List<Refusal> refusals, List<Schedule> alternatives) implements Outcome {
      public Refused {
        refusals = List.copyOf(refusals);
        alternatives = List.copyOf(alternatives);
      }

      /** The first reason, for people. */
      public String reason() {
        return refusals.stream()
            .map(Refusal::reason)
            .findFirst()
            .orElse("the acceptors decided to abort");
      }
    }

    /**
     * No majority of the acceptors took it up, and it never commits.
     *
     * @param why in their words; null where an earlier version wrote it down
     */
    record NotStarted(@Nullable String why) implements Outcome {

      /** For people. */
      public String reason() {
        return why == null ? new Harc.Answer.NotStarted().reason() : why;
      }
    }
  }
}
