package org.touchpaper.bench;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.touchpaper.harc.verification.availability.ConfidenceInterval;

/** The availability report as one line of JSON. */
final class AvailabilityJson {
  private AvailabilityJson() {}

  static String of(AvailabilityReport report) {
    return "{\"runs\":[%s],\"violations\":%d,\"seconds\":%s}"
        .formatted(
            report.rows().stream().map(AvailabilityJson::of).collect(Collectors.joining(",")),
            report.violations(),
            number(report.seconds()));
  }

  private static String of(AvailabilityReport.Row row) {
    var result = row.result();
    var interval = result.timeBetweenOutagesInterval();
    var unavailable =
        Objects.requireNonNullElse(
            result.unavailabilityInterval(), new ConfidenceInterval(Double.NaN, Double.NaN));
    var fields = new LinkedHashMap<String, String>();
    fields.put("acceptors", Integer.toString(row.model().acceptors()));
    fields.put("years", number(result.seconds() / DurationFormat.YEAR));
    fields.put("changes", Long.toString(result.changes()));
    fields.put("commits", Long.toString(result.commits()));
    fields.put("aborts", Long.toString(result.aborts()));
    fields.put("outages", Long.toString(result.outages()));
    fields.put("between_years", number(result.secondsBetweenOutages() / DurationFormat.YEAR));
    fields.put("between_years_low", number(interval.low() / DurationFormat.YEAR));
    fields.put("between_years_high", number(interval.high() / DurationFormat.YEAR));
    fields.put(
        "between_years_formula", number(row.model().secondsBetweenOutages() / DurationFormat.YEAR));
    fields.put(
        "first_years_formula", number(row.model().secondsToFirstOutage() / DurationFormat.YEAR));
    fields.put("unavailability", number(result.unavailability()));
    fields.put("unavailability_low", number(unavailable.low()));
    fields.put("unavailability_high", number(unavailable.high()));
    fields.put("unavailability_formula", number(row.model().unavailability()));
    fields.put("over_10_years", "\"" + row.isOverTenYears() + "\"");
    fields.put("surprises", Long.toString(result.unexpectedOutcomes()));
    fields.put("agrees", Boolean.toString(row.matchesModel()));
    return fields.entrySet().stream()
        .map(field -> "\"" + field.getKey() + "\":" + field.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  /** JSON has no infinity or NaN: null instead. */
  private static String number(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.4g", value) : "null";
  }
}
