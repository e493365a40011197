package org.touchpaper.segment.operator;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.touchpaper.segment.provider.Drift;

/** All there is to know of an element. */
record ElementDetail(
    @JsonUnwrapped ElementSummary summary,
    Comparison holds,
    List<Reports.Alarm> standing,
    List<Reports.Report> reports,
    List<Drifted> drift) {

  /**
   * It held something else than it should.
   *
   * @param done REPAIRING, REPAIRED or REPORTED
   */
  record Drifted(Instant at, UUID connectionId, String what, Drift.Done done) {
    static Drifted of(Drift drift) {
      return new Drifted(drift.at(), drift.connection().value(), drift.what(), drift.done());
    }
  }
}
