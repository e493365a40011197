package org.touchpaper.hlm;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What can be booked, and where.
 *
 * @param unanswered the services whose part is missing
 */
public record ResourceListing(
    List<Item> items, List<MultiResourceTimetable.MissingAnswer> unanswered) {

  public ResourceListing {
    items = NullableLists.orEmpty(items);
    unanswered = NullableLists.orEmpty(unanswered);
  }

  /**
   * A resource with its limits. What its site does not say is null.
   *
   * @param type host, cluster or link
   * @param bar the address of the BAR that books it
   * @param capacity the most that can be booked at a time, in {@code unit}
   * @param granularity capacity is taken in multiples of this
   * @param setupLead how long before a co-allocation its lightpaths are booked (ISO 8601)
   * @param mtu the longest IP packet in bytes
   * @param host where lightpaths to a cluster end
   * @param latencyMs of a link one way
   * @param applications what a cluster runs
   */
  public record Item(
      String name,
      String type,
      boolean bookable,
      @Nullable URI bar,
      String unit,
      @Nullable Integer capacity,
      @Nullable Integer granularity,
      @Nullable String setupLead,
      @Nullable String campus,
      @Nullable Integer mtu,
      @Nullable String host,
      @Nullable String from,
      @Nullable String to,
      @Nullable BigDecimal latencyMs,
      List<Application> applications) {
    public Item {
      applications = NullableLists.orEmpty(applications);
    }
  }

  /** An application that a cluster runs for the caller. */
  public record Application(String name, String description, List<Parameter> parameters) {
    public Application {
      parameters = NullableLists.orEmpty(parameters);
    }
  }

  /** A parameter of an application; its default is null if it must be given. */
  public record Parameter(
      String name,
      String pattern,
      @JsonProperty("default") @Nullable String defaultValue,
      String description) {}
}
