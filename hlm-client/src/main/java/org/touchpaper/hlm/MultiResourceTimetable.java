package org.touchpaper.hlm;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When resources are free; advisory.
 *
 * @param resources those whose services answered
 * @param windows when all that was asked for fits; null without a duration, or if an answer is
 *     missing
 */
public record MultiResourceTimetable(
    Instant from,
    Instant to,
    List<Resource> resources,
    @Nullable List<Window> windows,
    List<MissingAnswer> unanswered) {

  public MultiResourceTimetable {
    resources = NullableLists.orEmpty(resources);
    unanswered = NullableLists.orEmpty(unanswered);
  }

  /**
   * Free capacity of a resource over time, in steps without gaps.
   *
   * @param type host, cluster, link or lightpath
   * @param granularity capacity is taken in multiples of this; null if not known
   * @param setupLead how long before a co-allocation it is booked (ISO 8601); null if at its start
   */
  public record Resource(
      String resource,
      String type,
      String unit,
      int capacity,
      @Nullable Integer granularity,
      @Nullable String setupLead,
      List<Step> steps) {
    public Resource {
      steps = NullableLists.orEmpty(steps);
    }
  }

  /** Capacity that is free throughout {@code [from, to)}. */
  public record Step(Instant from, Instant to, int free) {}

  /** A slot of the requested duration that starts on a full second fits anywhere within. */
  public record Window(Instant notBefore, Instant notAfter) {}

  /**
   * A service that gave no answer.
   *
   * @param resource what it was asked about; null if about all that it has
   */
  public record MissingAnswer(@Nullable String resource, String service, String reason) {}
}
