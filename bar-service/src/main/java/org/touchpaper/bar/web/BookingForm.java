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
    String start,
    String minutes,
    String description,
    Map<String, String> errors,
    List<String> refusals,
    List<Slot> alternatives) {

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

  BookingForm with(Map<String, String> wrong, List<String> refused, List<Slot> others) {
    return new BookingForm(
        key,
        source,
        destination,
        bandwidthMbps,
        cluster,
        nodes,
        start,
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
        start,
        minutes,
        description,
        errors,
        refusals,
        alternatives);
  }
}
