package org.touchpaper.bar.web;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The booking form as it was filled in, with what was wrong with it. */
public record BookingForm(
    String key,
    String source,
    String destination,
    String bandwidthMbps,
    String cluster,
    String nodes,
    String when,
    String start,
    String notBefore,
    String notAfter,
    String minutes,
    String description,
    Map<String, String> errors,
    List<String> refusals,
    List<Slot> alternatives) {

  /** At a time, or as early as possible between two. */
  static final String AT = "at";

  static final String BETWEEN = "between";

  public BookingForm {
    errors = Map.copyOf(errors);
    refusals = List.copyOf(refusals);
    alternatives = List.copyOf(alternatives);
  }

  /** A time at which it would fit. */
  public record Slot(Instant start, Instant end) {
    public String startText() {
      return Times.text(start);
    }

    public String endText() {
      return Times.text(end);
    }

    public String startInput() {
      return Times.input(start);
    }
  }

  /** What there is to choose from. */
  public record Choices(List<String> hosts, List<String> clusters) {
    public Choices {
      hosts = List.copyOf(hosts);
      clusters = List.copyOf(clusters);
    }
  }

  public boolean isBetween() {
    return when.equals(BETWEEN);
  }

  BookingForm with(Map<String, String> wrong, List<String> refused, List<Slot> others) {
    return new BookingForm(
        key,
        source,
        destination,
        bandwidthMbps,
        cluster,
        nodes,
        when,
        start,
        notBefore,
        notAfter,
        minutes,
        description,
        wrong,
        refused,
        others);
  }

  /** The same under another key. */
  BookingForm fresh() {
    return new BookingForm(
        UUID.randomUUID().toString(),
        source,
        destination,
        bandwidthMbps,
        cluster,
        nodes,
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
