package org.touchpaper.bar.web.book;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.touchpaper.bar.web.book.BookingForm.LightpathRow;
import org.touchpaper.bar.web.book.BookingForm.NodesRow;
import org.touchpaper.bar.web.book.BookingForm.RunFields;
import org.touchpaper.bar.web.book.BookingForm.ScheduleFields;
import org.touchpaper.bar.web.book.BookingForm.TimeField;
import org.touchpaper.bar.web.book.BookingForm.UnitsRow;

/**
 * The form as parameters of a request or a URL. The fields of a row are repeated, in the order of
 * the rows: {@code source=a&destination=b&source=c&destination=d}. What is to run on nodes has the
 * number of its row in its name: {@code run.0.argument.pore.steps=5000}. Anything may be missing.
 */
final class BookingFormParameters {

  /** More rows than this are not even shown again; they were not typed. */
  private static final int MAX_SHOWN_ROWS = 50;

  private static final String OFFSET = "Offset";

  private final MultiValueMap<String, String> values;

  private BookingFormParameters(MultiValueMap<String, String> values) {
    this.values = values;
  }

  static BookingForm read(MultiValueMap<String, String> values) {
    return new BookingFormParameters(values).read();
  }

  private BookingForm read() {
    var key = get("key", 0, "");
    return new BookingForm(
        key.isEmpty() ? UUID.randomUUID().toString() : key,
        rows(this::lightpath, LightpathRow.EMPTY, "source", "destination", "bandwidthMbps"),
        rows(this::nodes, NodesRow.EMPTY, "cluster", "nodes"),
        rows(
            row -> new UnitsRow(get("units", row, ""), get("amount", row, "1")),
            UnitsRow.EMPTY,
            "units",
            "amount"),
        schedule(),
        get("description", 0, ""));
  }

  private LightpathRow lightpath(int row) {
    return new LightpathRow(
        get("source", row, ""), get("destination", row, ""), get("bandwidthMbps", row, "300"));
  }

  private NodesRow nodes(int row) {
    return new NodesRow(get("cluster", row, ""), get("nodes", row, "4"), run(row));
  }

  private RunFields run(int row) {
    var prefix = runPrefix(row);
    var application = get(prefix + "application", 0, "");
    var ofApplication = prefix + "argument." + application + ".";
    var arguments = new LinkedHashMap<String, String>();
    values.keySet().stream()
        .filter(name -> !application.isEmpty() && name.startsWith(ofApplication))
        .forEach(name -> arguments.put(name.substring(ofApplication.length()), get(name, 0, "")));
    return new RunFields(
        application,
        arguments,
        get(prefix + "viewer", 0, ""),
        get(prefix + "environment", 0, ""),
        get(prefix + "processesPerNode", 0, ""),
        get(prefix + "cpuCoresPerProcess", 0, ""));
  }

  private static String runPrefix(int row) {
    return "run." + row + ".";
  }

  private ScheduleFields schedule() {
    return new ScheduleFields(
        get("zone", 0, "UTC"),
        get("when", 0, ScheduleFields.AT).equals(ScheduleFields.BETWEEN)
            ? ScheduleFields.BETWEEN
            : ScheduleFields.AT,
        get("until", 0, ScheduleFields.LENGTH).equals(ScheduleFields.END)
            ? ScheduleFields.END
            : ScheduleFields.LENGTH,
        time("start"),
        time("end"),
        time("notBefore"),
        time("notAfter"),
        get("minutes", 0, "60"));
  }

  private TimeField time(String name) {
    return new TimeField(get(name, 0, ""), get(name + OFFSET, 0, ""));
  }

  private <T> List<T> rows(IntFunction<T> row, T empty, String... names) {
    var count =
        Stream.of(names)
            .map(values::get)
            .filter(Objects::nonNull)
            .mapToInt(List::size)
            .max()
            .orElse(0);
    return count == 0
        ? List.of(empty)
        : IntStream.range(0, Math.min(count, MAX_SHOWN_ROWS)).mapToObj(row).toList();
  }

  private String get(String name, int index, String missing) {
    var all = values.get(name);
    return all == null || all.size() <= index ? missing : all.get(index).strip();
  }

  /** Returns all values but the key, for a URL. */
  private static MultiValueMap<String, String> write(BookingForm form) {
    var result = new LinkedMultiValueMap<String, String>();
    for (var row : form.lightpaths()) {
      result.add("source", row.source());
      result.add("destination", row.destination());
      result.add("bandwidthMbps", row.bandwidthMbps());
    }
    for (var i = 0; i < form.compute().size(); i++) {
      var row = form.compute().get(i);
      result.add("cluster", row.cluster());
      result.add("nodes", row.nodes());
      write(row.run(), runPrefix(i), result);
    }
    for (var row : form.units()) {
      result.add("units", row.units());
      result.add("amount", row.amount());
    }
    write(form.schedule(), result);
    addUnlessEmpty("description", form.description(), result);
    return result;
  }

  private static void write(RunFields run, String prefix, MultiValueMap<String, String> result) {
    addUnlessEmpty(prefix + "application", run.application(), result);
    run.arguments()
        .forEach((parameter, value) ->
            addUnlessEmpty(
                prefix + "argument." + run.application() + "." + parameter, value, result));
    addUnlessEmpty(prefix + "viewer", run.viewer(), result);
    addUnlessEmpty(prefix + "environment", run.environment(), result);
    addUnlessEmpty(prefix + "processesPerNode", run.processesPerNode(), result);
    addUnlessEmpty(prefix + "cpuCoresPerProcess", run.cpuCoresPerProcess(), result);
  }

  private static void write(ScheduleFields schedule, MultiValueMap<String, String> result) {
    result.add("zone", schedule.zone());
    result.add("when", schedule.when());
    result.add("until", schedule.until());
    Map.of(
            "start", schedule.start(),
            "end", schedule.end(),
            "notBefore", schedule.notBefore(),
            "notAfter", schedule.notAfter())
        .forEach((name, time) -> {
          addUnlessEmpty(name, time.text(), result);
          addUnlessEmpty(name + OFFSET, time.offset(), result);
        });
    result.add("minutes", schedule.minutes());
  }

  private static void addUnlessEmpty(
      String name, String value, MultiValueMap<String, String> result) {
    if (!value.isEmpty()) {
      result.add(name, value);
    }
  }

  /** Returns the form as the query of a URL. */
  static String writeQuery(BookingForm form) {
    return write(form).entrySet().stream()
        .flatMap(entry ->
            entry.getValue().stream().map(value -> encode(entry.getKey()) + "=" + encode(value)))
        .collect(Collectors.joining("&"));
  }

  /** Reads the query of a URL. */
  static BookingForm readQuery(String query) {
    var values = new LinkedMultiValueMap<String, String>();
    for (var pair : query.split("&", -1)) {
      var name = pair.substring(0, Math.max(pair.indexOf('='), 0));
      values.add(decode(name), decode(pair.substring(Math.min(pair.length(), name.length() + 1))));
    }
    return read(values);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
