package org.touchpaper.bench;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.touchpaper.harc.verification.availability.ConfidenceInterval;

/** Writes an {@link AcceptorOutageReport} as one line of JSON. */
final class AcceptorOutageJson {
  private AcceptorOutageJson() {}

  static String of(AcceptorOutageReport report) {
    return "{\"runs\":[%s],\"violations\":%d,\"seconds\":%s}"
        .formatted(
            report.rows().stream().map(AcceptorOutageJson::of).collect(Collectors.joining(",")),
            report.violations(),
            number(report.seconds()));
  }

  private static String of(AcceptorOutageReport.Row row) {
    var result = row.result();
    var interval = result.timeBetweenOutagesInterval();
    var unavailable =
        Objects.requireNonNullElse(
            result.unavailabilityInterval(), new ConfidenceInterval(Double.NaN, Double.NaN));
    var fields = new LinkedHashMap<String, Object>();
    fields.put("acceptors", row.model().acceptors());
    fields.put("years", years(result.seconds()));
    fields.put("changes", result.changes());
    fields.put("commits", result.commits());
    fields.put("aborts", result.aborts());
    fields.put("outages", result.outages());
    fields.put("between_years", years(result.secondsBetweenOutages()));
    fields.put("between_years_low", years(interval.low()));
    fields.put("between_years_high", years(interval.high()));
    fields.put("between_years_formula", years(row.model().secondsBetweenOutages()));
    fields.put("first_years_formula", years(row.model().secondsToFirstOutage()));
    fields.put("unavailability", number(result.unavailability()));
    fields.put("unavailability_low", number(unavailable.low()));
    fields.put("unavailability_high", number(unavailable.high()));
    fields.put("unavailability_formula", number(row.model().unavailability()));
    fields.put("over_10_years", "\"" + row.isOverTenYears() + "\"");
    fields.put("surprises", result.unexpectedOutcomes());
    fields.put("agrees", row.matchesModel());
    return fields.entrySet().stream()
        .map(field -> "\"" + field.getKey() + "\":" + field.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String years(double seconds) {
    return number(seconds / DurationFormat.YEAR);
  }

  /** JSON has no infinity or NaN: null instead. */
  private static String number(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.4g", value) : "null";
  }
}
