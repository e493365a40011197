package org.touchpaper.bar.coallocation;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.TransactionResult;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/**
 * A change request and its outcome, kept so that a repeat gets the same reply.
 *
 * @param number the transaction's number
 * @param key the Idempotency-Key; null if none
 * @param digest the digest of the request
 * @param summary the request, for display
 * @param description the new description; null if it stays
 */
public record ModificationRecord(
    int number,
    @Nullable String key,
    String digest,
    String summary,
    @Nullable String description,
    Outcome outcome) {

  static ModificationRecord undecided(
      int number, @Nullable String key, ModificationRequest modification, String summary) {
    return new ModificationRecord(
        number,
        key,
        modification.digest(),
        summary,
        modification.description(),
        new Outcome.Undecided());
  }

  ModificationRecord withOutcome(Outcome newOutcome) {
    return new ModificationRecord(number, key, digest, summary, description, newOutcome);
  }

  /** Returns false if it never commits, so that a repeat begins it anew. */
  public boolean isBegun() {
    return !(outcome instanceof Outcome.NotStarted);
  }

  /** The outcome of a change request. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Outcome.Undecided.class, name = "undecided"),
    @JsonSubTypes.Type(value = Outcome.Applied.class, name = "made"),
    @JsonSubTypes.Type(value = Outcome.Refused.class, name = "refused"),
    @JsonSubTypes.Type(value = Outcome.NotStarted.class, name = "not-started")
  })
  public sealed interface Outcome {

    /** The transaction is not decided. */
    record Undecided() implements Outcome {}

    record Applied() implements Outcome {}

    /**
     * The booking is unchanged.
     *
     * @param alternatives times at which the change would be possible
     */
    record Refused(List<Refusal> refusals, List<Schedule> alternatives) implements Outcome {
      public Refused {
        refusals = List.copyOf(refusals);
        alternatives = List.copyOf(alternatives);
      }

      /** Returns the first refusal's reason. */
      public String reason() {
        return refusals.stream()
            .map(Refusal::reason)
            .findFirst()
            .orElse("the transaction was aborted");
      }
    }

    /**
     * No majority of the acceptors accepted the transaction, and it never commits.
     *
     * @param storedReason the reason; null if none was stored
     */
    record NotStarted(@Nullable String storedReason) implements Outcome {

      public String reason() {
        return storedReason == null ? new TransactionResult.NotStarted().reason() : storedReason;
      }
    }
  }
}
