package org.touchpaper.segment.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.inventory.DriftRecord;

/**
 * The details of an element.
 *
 * @param impairing the problems that impair circuits
 * @param standing the active alarms that it reported, whether or not they concern circuits
 */
record ElementDetailView(
    @JsonUnwrapped ElementSummary summary,
    ConfigComparison holds,
    ElementImpairmentList impairing,
    List<ElementAlarmAndReportLog.Alarm> standing,
    List<ElementAlarmAndReportLog.Report> reports,
    List<DriftView> drift) {

  /**
   * A drift record.
   *
   * @param connectionId left out for an orphan
   * @param checked false if the element has not been compared since this service's start: an item
   *     that is recorded as missing may be there again
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record DriftView(
      Instant at,
      @Nullable UUID connectionId,
      String what,
      DriftRecord.Resolution done,
      boolean checked) {
    static DriftView of(DriftRecord drift, boolean isCompared) {
      var connection = drift.connection();
      return new DriftView(
          drift.at(),
          connection == null ? null : connection.value(),
          drift.description(),
          drift.resolution(),
          isCompared || drift.resolution() != DriftRecord.Resolution.MISSING);
    }
  }
}
