package org.touchpaper.hlm;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a dry run: what would be promised, or the refusals. Nothing is held.
 *
 * @param setupLead how long before the start lightpaths are booked, ISO 8601
 * @param alternatives after a refusal, the next times that fit
 */
public record DryRunDto(
    boolean fits,
    FixedSchedule schedule,
    String setupLead,
    List<Nodes> compute,
    List<Lightpath> lightpaths,
    List<Units> units,
    List<Problem.Refusal> refusals,
    List<FixedSchedule> alternatives) {

  public DryRunDto {
    compute = NullableLists.orEmpty(compute);
    lightpaths = NullableLists.orEmpty(lightpaths);
    units = NullableLists.orEmpty(units);
    refusals = NullableLists.orEmpty(refusals);
    alternatives = NullableLists.orEmpty(alternatives);
  }

  /**
   * Nodes of a cluster.
   *
   * @param free the smallest number of free nodes in that time; null if unknown
   */
  public record Nodes(
      String resource, int nodes, boolean fits, @Nullable Integer free, @Nullable String note) {}

  /**
   * An amount of a unit of a store or an instrument.
   *
   * @param free the smallest amount that is free in that time; null if unknown
   */
  public record Units(
      String resource, String unit, int amount, boolean fits, @Nullable Integer free) {}

  /** A lightpath, the elements and links it would cross, and what it would take of the links. */
  public record Lightpath(
      String source,
      String destination,
      int bandwidthMbps,
      boolean fits,
      List<String> path,
      List<LinkUse> links) {
    public Lightpath {
      path = NullableLists.orEmpty(path);
      links = NullableLists.orEmpty(links);
    }
  }

  /** What a lightpath would take of a link, in Mbit/s and in units such as STS-1. */
  public record LinkUse(String link, int mbps, int slots, String unit) {}
}
