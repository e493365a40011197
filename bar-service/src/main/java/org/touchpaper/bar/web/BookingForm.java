package org.touchpaper.bar.web;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The booking form: submitted values, errors and refusals. */
public record BookingForm(
    String key,
    String source,
    String destination,
    String bandwidthMbps,
    String cluster,
    String nodes,
    String units,
    String amount,
    String when,
    String start,
    String notBefore,
    String notAfter,
    String minutes,
    String description,
    Map<String, String> errors,
    List<String> refusals,
    List<Slot> alternatives) {

  /** Values of {@code when}: a fixed time, or the earliest time in a window. */
  static final String AT = "at";

  static final String BETWEEN = "between";

  public BookingForm {
    errors = Map.copyOf(errors);
    refusals = List.copyOf(refusals);
    alternatives = List.copyOf(alternatives);
  }

  /** An alternative time. */
  public record Slot(Instant start, Instant end) {
    public String startText() {
      return UtcTimeFormat.format(start);
    }

    public String endText() {
      return UtcTimeFormat.format(end);
    }

    public String startInput() {
      return UtcTimeFormat.formatInput(start);
    }
  }

  /** The options of the selection lists. */
  public record Choices(List<String> hosts, List<String> clusters, List<String> units) {
    public Choices {
      hosts = List.copyOf(hosts);
      clusters = List.copyOf(clusters);
      units = List.copyOf(units);
    }
  }

  public boolean isBetween() {
    return when.equals(BETWEEN);
  }

  BookingForm withErrors(
      Map<String, String> newErrors, List<String> newRefusals, List<Slot> newAlternatives) {
    return new BookingForm(
        key,
        source,
        destination,
        bandwidthMbps,
        cluster,
        nodes,
        units,
        amount,
        when,
        start,
        notBefore,
        notAfter,
        minutes,
        description,
        newErrors,
        newRefusals,
        newAlternatives);
  }

  /** Returns a copy with a new idempotency key. */
  BookingForm withFreshKey() {
    return new BookingForm(
        UUID.randomUUID().toString(),
        source,
        destination,
        bandwidthMbps,
        cluster,
        nodes,
        units,
        amount,
        when,
        start,
        notBefore,
        notAfter,
        minutes,
        description,
        errors,
        refusals,
        alternatives);
  }
}
