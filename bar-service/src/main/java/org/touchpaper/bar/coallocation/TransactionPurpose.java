package org.touchpaper.bar.coallocation;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.touchpaper.segment.connection.Schedule;

/** What the transaction of an {@link TransactionAttempt} does to its booking. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = TransactionPurpose.Make.class, name = "making"),
  @JsonSubTypes.Type(value = TransactionPurpose.Modify.class, name = "changing"),
  @JsonSubTypes.Type(value = TransactionPurpose.Cancel.class, name = "cancelling")
})
public sealed interface TransactionPurpose {

  record Make() implements TransactionPurpose {}

  /**
   * Changes the booking, all or nothing.
   *
   * @param schedule the new schedule
   * @param parts all parts after the change; existing ones keep their ids
   */
  record Modify(Schedule schedule, List<CoAllocationPart> parts) implements TransactionPurpose {
    public Modify {
      parts = List.copyOf(parts);
    }
  }

  /** Cancels the booking. */
  record Cancel() implements TransactionPurpose {}
}
