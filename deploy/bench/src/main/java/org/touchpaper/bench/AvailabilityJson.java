package org.touchpaper.bench;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.touchpaper.harc.proof.Interval;

/** The report on availability for a program: one line. */
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
    var uptime = row.uptime();
    var between = uptime.betweenOutages();
    var unavailable =
        Objects.requireNonNullElse(uptime.unavailable(), new Interval(Double.NaN, Double.NaN));
    var fields = new LinkedHashMap<String, String>();
    fields.put("acceptors", Integer.toString(row.fleet().acceptors()));
    fields.put("years", number(uptime.seconds() / TimeText.YEAR));
    fields.put("changes", Long.toString(uptime.changes()));
    fields.put("commits", Long.toString(uptime.commits()));
    fields.put("aborts", Long.toString(uptime.aborts()));
    fields.put("outages", Long.toString(uptime.outages()));
    fields.put("between_years", number(uptime.secondsBetweenOutages() / TimeText.YEAR));
    fields.put("between_years_low", number(between.low() / TimeText.YEAR));
    fields.put("between_years_high", number(between.high() / TimeText.YEAR));
    fields.put(
        "between_years_formula", number(row.fleet().secondsBetweenOutages() / TimeText.YEAR));
    fields.put("first_years_formula", number(row.fleet().secondsToFirstOutage() / TimeText.YEAR));
    fields.put("unavailability", number(uptime.unavailability()));
    fields.put("unavailability_low", number(unavailable.low()));
    fields.put("unavailability_high", number(unavailable.high()));
    fields.put("unavailability_formula", number(row.fleet().unavailability()));
    fields.put("over_10_years", "\"" + row.isOverTenYears() + "\"");
    fields.put("surprises", Long.toString(uptime.surprises()));
    fields.put("agrees", Boolean.toString(row.isRight()));
    return fields.entrySet().stream()
        .map(field -> "\"" + field.getKey() + "\":" + field.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  /** Null if there is none: JSON knows no infinity. */
  private static String number(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.4g", value) : "null";
  }
}
