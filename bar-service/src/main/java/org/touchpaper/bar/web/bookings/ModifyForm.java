package org.touchpaper.bar.web.bookings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.web.book.BookingForm.TimeField;
import org.touchpaper.bar.web.book.TimeFieldView;

/**
 * The form that changes a booking: the values as text, current or as they were typed.
 *
 * @param version the entity tag of the booking that the form shows
 * @param zone in which its times are
 * @param when a fixed time, or the earliest in a window
 * @param startStays true once the booking has started, because its start can no longer change
 * @param message what became of the submitted form; null if it was not submitted
 * @param errors what is wrong, by field
 * @param refusal why the booking cannot be changed; null if it can
 */
public record ModifyForm(
    String key,
    String version,
    String zone,
    String description,
    String when,
    TimeField start,
    TimeField end,
    TimeField notBefore,
    TimeField notAfter,
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
    return when.equals(BETWEEN);
  }

  /** True if it shows what became of a submission. */
  public boolean isOpen() {
    return message != null;
  }

  /**
   * A field for a time.
   *
   * @param isOfWindow true if it is part of a window, false of a fixed time
   */
  public record Time(String name, String label, boolean isOfWindow, TimeFieldView view) {}

  /** The fields for times that can change, in the order of the form. */
  public List<Time> times() {
    return allTimes().stream().filter(time -> !startStays || time.name().equals("end")).toList();
  }

  private List<Time> allTimes() {
    return List.of(
        new Time("start", "Start", false, TimeFieldView.of(start, zone)),
        new Time("end", "End", false, TimeFieldView.of(end, zone)),
        new Time("notBefore", "Not before", true, TimeFieldView.of(notBefore, zone)),
        new Time("notAfter", "Finish by", true, TimeFieldView.of(notAfter, zone)));
  }

  /** What is wrong at a field, for the summary of all. */
  public record Problem(String field, String text) {}

  /** The errors in the order of the form. */
  public List<Problem> problems() {
    var labels = new LinkedHashMap<String, String>();
    labels.put("description", "Description");
    allTimes().forEach(time -> labels.put(time.name(), time.label()));
    amounts.forEach(amount -> labels.put(amount.name(), amount.label()));
    return labels.entrySet().stream()
        .filter(label -> errors.containsKey(label.getKey()))
        .map(label ->
            new Problem(label.getKey(), label.getValue() + ": " + errors.get(label.getKey())))
        .toList();
  }

  /** The first field with an error, which gets the focus; empty if none has. */
  public String firstError() {
    return problems().stream().findFirst().map(Problem::field).orElse("");
  }

  ModifyForm answered(
      String newKey, String newVersion, String newMessage, Map<String, String> newErrors) {
    return new ModifyForm(
        newKey,
        newVersion,
        zone,
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
