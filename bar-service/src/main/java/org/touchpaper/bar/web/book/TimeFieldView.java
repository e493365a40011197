package org.touchpaper.bar.web.book;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.touchpaper.bar.web.book.BookingForm.TimeField;
import org.touchpaper.bar.web.preference.EnteredTime;

/**
 * A time field with what is beside it, on every form with times.
 *
 * @param note the time in UTC; empty if the form is in UTC
 * @param occurrences the two times that it may mean, by their offset; empty if it means one
 */
public record TimeFieldView(TimeField field, String note, Map<String, String> occurrences) {

  /** Returns a field of a form whose times are in a zone, such as {@code Europe/London}. */
  public static TimeFieldView of(TimeField field, String zone) {
    var times = FormTimeFormatter.of(zone);
    var open = times.read(new TimeField(field.text(), "")).orElse(null);
    if (open instanceof EnteredTime.Overlap(var earlier, var later, _)) {
      var occurrences = new LinkedHashMap<String, String>();
      for (var instant : List.of(earlier, later)) {
        occurrences.put(times.write(instant).offset(), times.text(instant));
      }
      return new TimeFieldView(field, "", occurrences);
    }
    var note =
        !times.isUtc() && open instanceof EnteredTime.Exact(var at) ? "= " + times.utc(at) : "";
    return new TimeFieldView(field, note, Map.of());
  }
}
