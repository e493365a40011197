package org.touchpaper.segment.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.provider.Drift;

/**
 * All there is to know of an element.
 *
 * @param impairing what marks circuits as impaired
 * @param standing the alarms it told and has not cleared, whomever they concern
 */
record ElementDetail(
    @JsonUnwrapped ElementSummary summary,
    Comparison holds,
    Impairing impairing,
    List<Reports.Alarm> standing,
    List<Reports.Report> reports,
    List<Drifted> drift) {

  /**
   * It held something else than it should.
   *
   * @param connectionId left out where what it held is in no books
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Drifted(Instant at, @Nullable UUID connectionId, String what, Drift.Done done) {
    static Drifted of(Drift drift) {
      var connection = drift.connection();
      return new Drifted(
          drift.at(), connection == null ? null : connection.value(), drift.what(), drift.done());
    }
  }
}
