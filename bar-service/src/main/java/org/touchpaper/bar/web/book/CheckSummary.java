package org.touchpaper.bar.web.book;

import java.util.ArrayList;
import java.util.List;
import org.touchpaper.bar.coallocation.transaction.DryRunResult;

/**
 * What a dry run found, part by part.
 *
 * @param fits true if all of it could be booked
 * @param period the time that was judged
 */
public record CheckSummary(boolean fits, String period, List<Line> lines) {

  public CheckSummary {
    lines = List.copyOf(lines);
  }

  /**
   * A part.
   *
   * @param note what it would get, or how much is free; may be empty
   */
  public record Line(String title, boolean fits, String note) {}

  static CheckSummary of(DryRunResult result, FormTimeFormatter times) {
    var lines = new ArrayList<Line>();
    for (var path : result.lightpaths()) {
      var part = path.part();
      lines.add(
          new Line(
              "%s → %s, %d Mbit/s"
                  .formatted(part.source(), part.destination(), part.bandwidthMbps()),
              path.fits(),
              path.path().isEmpty() ? "" : "over " + String.join(" – ", path.path())));
    }
    for (var nodes : result.compute()) {
      var part = nodes.part();
      lines.add(
          new Line(
              "%d %s of %s"
                  .formatted(part.nodes(), part.nodes() == 1 ? "node" : "nodes", part.resource()),
              nodes.fits(),
              nodes.freeNodes() == null ? "" : nodes.freeNodes() + " free throughout"));
    }
    for (var units : result.units()) {
      var part = units.part();
      lines.add(
          new Line(
              "%d %s of %s".formatted(part.amount(), part.unit(), part.resource()),
              units.fits(),
              units.freeAmount() == null ? "" : units.freeAmount() + " free throughout"));
    }
    var slot = result.schedule();
    return new CheckSummary(
        result.refusals().isEmpty(), times.text(slot.startTime(), slot.endTime()), lines);
  }
}
