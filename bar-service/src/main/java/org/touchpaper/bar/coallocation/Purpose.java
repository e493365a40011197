package org.touchpaper.bar.coallocation;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.touchpaper.segment.connection.Schedule;

/** What the transaction of an {@link Attempt} is to do to its booking. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Purpose.Making.class, name = "making"),
  @JsonSubTypes.Type(value = Purpose.Changing.class, name = "changing"),
  @JsonSubTypes.Type(value = Purpose.Cancelling.class, name = "cancelling")
})
sealed interface Purpose {

  /** Books what is wanted. */
  record Making() implements Purpose {}

  /**
   * Makes what is booked something else, all of it or nothing; until then the booking is what it
   * was.
   *
   * @param schedule when it is to be
   * @param parts all it is to consist of; those that stay keep their names
   */
  record Changing(Schedule schedule, List<Part> parts) implements Purpose {
    public Changing {
      parts = List.copyOf(parts);
    }
  }

  /** Gives up what is booked. */
  record Cancelling() implements Purpose {}
}
