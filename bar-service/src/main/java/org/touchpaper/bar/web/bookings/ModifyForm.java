package org.touchpaper.bar.web.bookings;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The form that changes a booking: the values as text, current or as they were typed.
 *
 * @param version the entity tag of the booking that the form shows
 * @param when a fixed time, or the earliest in a window
 * @param startStays true once the booking has started, because its start can no longer change
 * @param message what became of the submitted form; null if it was not submitted
 * @param errors what is wrong, by field
 * @param refusal why the booking cannot be changed; null if it can
 */
public record ModifyForm(
    String key,
    String version,
    String description,
    String when,
    String start,
    String end,
    String notBefore,
    String notAfter,
    boolean startStays,
    List<Amount> amounts,
    @Nullable String message,
    Map<String, String> errors,
    @Nullable String refusal) {

  /** Values of {@code when}. */
  static final String AT = "at";

  static final String BETWEEN = "between";

  public ModifyForm {
    amounts = List.copyOf(amounts);
    errors = Map.copyOf(errors);
  }

  /** The amount of one part. */
  public record Amount(String name, String label, String value) {}

  public boolean isBetween() {
    return when.equals(BETWEEN) && !startStays;
  }

  /** True if it shows what became of a submission. */
  public boolean isOpen() {
    return message != null;
  }

  /** The id of the first field with an error, which gets the focus; empty if none has. */
  public String firstError() {
    return Stream.concat(
            Stream.of("description", "start", "end", "notBefore", "notAfter"),
            amounts.stream().map(Amount::name))
        .filter(errors::containsKey)
        .findFirst()
        .orElse("");
  }

  ModifyForm answered(
      String newKey, String newVersion, String newMessage, Map<String, String> newErrors) {
    return new ModifyForm(
        newKey,
        newVersion,
        description,
        when,
        start,
        end,
        notBefore,
        notAfter,
        startStays,
        amounts,
        newMessage,
        newErrors,
        refusal);
  }
}
