package org.touchpaper.bar.web.book;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.api.ApiRequestBodyRecords;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.bar.coallocation.request.RequestedSchedule;
import org.touchpaper.bar.coallocation.run.JobSpec;
import org.touchpaper.bar.coallocation.run.LaunchOrStopOrder;
import org.touchpaper.bar.web.book.BookingForm.NodesRow;
import org.touchpaper.bar.web.book.BookingForm.RunFields;
import org.touchpaper.bar.web.book.BookingForm.TimeField;
import org.touchpaper.bar.web.preference.EnteredTime;
import org.touchpaper.platform.problem.InvalidRequestException;

/**
 * Maps the booking form to a request, and a request's fields back to the form's. What cannot be
 * read is an error of its field, and has a harmless value in the request, so that the services can
 * judge the rest.
 */
final class BookingFormMapper {

  private static final Pattern PART_FIELD =
      Pattern.compile("(lightpaths|compute|units)\\[(\\d+)](?:\\.(.*))?");
  private static final Pattern ARGUMENT = Pattern.compile("run\\.arguments\\[(\\d+)]");

  private final BookingForm form;
  private final FormTimeFormatter times;
  private final Instant now;
  private final Map<String, String> errors = new LinkedHashMap<>();
  private final List<String> general = new ArrayList<>();
  private final Map<String, List<Integer>> rows = new LinkedHashMap<>();
  private final Map<Integer, List<String>> parameters = new LinkedHashMap<>();

  private BookingFormMapper(BookingForm form, Instant now) {
    this.form = form;
    this.times = FormTimeFormatter.of(form.schedule().zone());
    this.now = now;
  }

  /**
   * A form as a request.
   *
   * @param errors what could not be read
   * @param rows the row of each part of the request, by the request's list
   * @param parameters the parameter of each argument of a row's run
   */
  record FormMapping(
      BookingRequest request,
      FormErrors errors,
      boolean hasSchedule,
      Optional<Duration> length,
      Map<String, List<Integer>> rows,
      Map<Integer, List<String>> parameters) {

    /** Returns the id of the form's field for a request's field; empty if it has none. */
    String idOf(String field, boolean hasEnd) {
      var part = PART_FIELD.matcher(field);
      if (part.matches()) {
        return idOfPart(part.group(1), Integer.parseInt(part.group(2)), part.group(3));
      }
      return switch (field) {
        case "schedule.startTime", "startTime" -> "start";
        case "schedule.endTime", "endTime" -> hasEnd ? "end" : "minutes";
        case "schedule.notBefore" -> "notBefore";
        case "schedule.notAfter" -> "notAfter";
        case "schedule.duration" -> "minutes";
        case "lightpaths" -> idOfPart("lightpaths", 0, "bandwidthMbps");
        case "description" -> field;
        default -> "";
      };
    }

    private String idOfPart(String list, int index, @Nullable String field) {
      var ofList = rows.getOrDefault(list, List.of());
      if (index >= ofList.size()) {
        return "";
      }
      var row = ofList.get(index);
      var name = field == null ? "" : field;
      var argument = ARGUMENT.matcher(name);
      if (argument.matches()) {
        var names = parameters.getOrDefault(row, List.of());
        var number = Integer.parseInt(argument.group(1));
        return number < names.size() ? argumentId(row, names.get(number)) : "application-" + row;
      }
      return switch (list) {
            case "lightpaths" ->
                switch (name) {
                  case "source", "destination" -> name;
                  case "" -> "source"; // all of the lightpath
                  default -> "bandwidthMbps";
                };
            case "units" -> name.equals("amount") ? name : "units";
            default ->
                switch (name) {
                  case "resource" -> "cluster";
                  case "run.viewer", "run.environment" -> name.substring("run.".length());
                  case "run.resources.processesPerNode", "run.resources.cpuCoresPerProcess" ->
                      name.substring("run.resources.".length());
                  default -> name.startsWith("run.") ? "application" : "nodes";
                };
          }
          + "-"
          + row;
    }
  }

  static String argumentId(int row, String parameter) {
    return "argument-" + row + "-" + parameter;
  }

  /**
   * Maps a form.
   *
   * @param now the start if the form has none
   */
  static FormMapping map(BookingForm form, Instant now) {
    return new BookingFormMapper(form, now).map();
  }

  private FormMapping map() {
    var lightpaths = circuits();
    var compute = nodes();
    var units = units();
    var beforeTimes = errors.size();
    var length = length();
    var schedule = form.schedule().isWindow() ? window(length) : fixed(length);
    var hasSchedule = errors.size() == beforeTimes;
    var description = text("description", form.description());
    return new FormMapping(
        new BookingRequest(
            description,
            hasSchedule ? schedule : new RequestedSchedule.Fixed(null, now.plusSeconds(1)),
            compute,
            lightpaths,
            units),
        new FormErrors(errors, general),
        hasSchedule,
        length,
        rows,
        parameters);
  }

  private List<BookingRequest.Circuit> circuits() {
    return select("lightpaths", form.lightpaths(), row -> !row.isEmpty()).stream()
        .map(index -> {
          var row = form.lightpaths().get(index);
          requireChosen("source-" + index, row.source());
          requireChosen("destination-" + index, row.destination());
          return new BookingRequest.Circuit(
              row.source(),
              row.destination(),
              number("bandwidthMbps-" + index, row.bandwidthMbps()));
        })
        .toList();
  }

  private void requireChosen(String id, String host) {
    if (host.isEmpty()) {
      errors.put(id, "Choose a host, or none at both ends.");
    }
  }

  private List<BookingRequest.Nodes> nodes() {
    return select("compute", form.compute(), row -> !row.cluster().isEmpty()).stream()
        .map(index -> {
          var row = form.compute().get(index);
          return new BookingRequest.Nodes(
              null, row.cluster(), number("nodes-" + index, row.nodes()), run(index, row));
        })
        .toList();
  }

  private @Nullable LaunchOrStopOrder run(int index, NodesRow row) {
    var run = row.run();
    if (run.application().isEmpty()) {
      return null;
    }
    return LaunchOrStopOrder.launch(
        new JobSpec(
            text("application-" + index, run.application()),
            arguments(index, run),
            environment(index, run),
            optionalNumber("processesPerNode-" + index, run.processesPerNode()),
            optionalNumber("cpuCoresPerProcess-" + index, run.cpuCoresPerProcess()),
            run.viewer().isEmpty() ? null : text("viewer-" + index, run.viewer())));
  }

  /** The registry's order is not known here; that of the names does as well. */
  private List<String> arguments(int index, RunFields run) {
    var names = new ArrayList<String>();
    var arguments = new ArrayList<String>();
    run.arguments().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(entry -> {
          var parameter = entry.getKey();
          var id = argumentId(index, parameter);
          if (parameter.equals(RunFields.FREE)) {
            lines(entry.getValue())
                .forEach(line -> {
                  names.add(parameter);
                  arguments.add(text(id, line));
                });
          } else if (!entry.getValue().isEmpty()) {
            names.add(parameter);
            arguments.add(text(id, parameter + "=" + entry.getValue()));
          }
        });
    parameters.put(index, names);
    requireAtMost(argumentId(index, RunFields.FREE), arguments.size(), "arguments");
    return arguments;
  }

  private Map<String, String> environment(int index, RunFields run) {
    var id = "environment-" + index;
    var variables = new LinkedHashMap<String, String>();
    lines(run.environment())
        .forEach(line -> {
          var equals = line.indexOf('=');
          if (equals < 1) {
            errors.putIfAbsent(id, "Enter one variable a line, such as OMP_NUM_THREADS=4.");
          } else if (variables.put(line.substring(0, equals), text(id, line.substring(equals + 1)))
              != null) {
            errors.putIfAbsent(id, line.substring(0, equals) + " is there twice.");
          }
        });
    requireAtMost(id, variables.size(), "variables");
    return variables;
  }

  private void requireAtMost(String id, int count, String what) {
    if (count > BookingForm.MAX_ROWS) {
      errors.putIfAbsent(id, "Enter at most " + BookingForm.MAX_ROWS + " " + what + ".");
    }
  }

  private static Stream<String> lines(String text) {
    return text.lines().map(String::strip).filter(line -> !line.isEmpty());
  }

  private List<BookingRequest.UnitAmount> units() {
    return select("units", form.units(), row -> !row.units().isEmpty()).stream()
        .map(index -> {
          var row = form.units().get(index);
          var slash = row.units().indexOf('/');
          return new BookingRequest.UnitAmount(
              row.units().substring(0, Math.max(slash, 0)),
              row.units().substring(slash + 1),
              number("amount-" + index, row.amount()));
        })
        .toList();
  }

  /** The rows that ask for something; they are the request's list, without the others. */
  private <T> List<Integer> select(String list, List<T> all, Predicate<T> asks) {
    var selected = new ArrayList<Integer>();
    for (var i = 0; i < all.size(); i++) {
      if (asks.test(all.get(i))) {
        selected.add(i);
      }
    }
    if (selected.size() > BookingForm.MAX_ROWS) {
      general.add(
          "A booking has at most %d %s."
              .formatted(
                  BookingForm.MAX_ROWS,
                  switch (list) {
                    case "lightpaths" -> "lightpaths";
                    case "compute" -> "clusters";
                    default -> "units";
                  }));
    }
    rows.put(list, selected);
    return selected;
  }

  private Optional<Duration> length() {
    if (form.schedule().hasEnd()) {
      return time("start", form.schedule().start())
          .or(() -> Optional.of(now))
          .flatMap(
              start -> time("end", form.schedule().end()).map(end -> Duration.between(start, end)))
          .filter(Duration::isPositive);
    }
    var length = FormDurationParser.parse(form.schedule().minutes());
    if (length.isEmpty()) {
      errors.put(
          "minutes", "Enter a length, such as 90 (minutes), 1:30 or 2 days; at most 366 days.");
    }
    return length;
  }

  private RequestedSchedule fixed(Optional<Duration> length) {
    var schedule = form.schedule();
    var start = time("start", schedule.start());
    if (schedule.hasEnd()) {
      if (schedule.end().text().isEmpty()) {
        errors.put("end", "Enter when it ends, or choose a length.");
      }
      return new RequestedSchedule.Fixed(
          start.orElse(null), time("end", schedule.end()).orElse(now));
    }
    return new RequestedSchedule.Fixed(
        start.orElse(null), start.orElse(now).plus(length.orElse(Duration.ofSeconds(1))));
  }

  private RequestedSchedule window(Optional<Duration> length) {
    var schedule = form.schedule();
    if (schedule.notAfter().text().isEmpty()) {
      errors.put("notAfter", "Enter by when it must be finished.");
    }
    return new RequestedSchedule.Window(
        time("notBefore", schedule.notBefore()).orElse(null),
        time("notAfter", schedule.notAfter()).orElse(now),
        length.orElse(Duration.ofSeconds(1)));
  }

  private Optional<Instant> time(String id, TimeField field) {
    return times
        .read(field)
        .flatMap(entered ->
            switch (entered) {
              case EnteredTime.Exact(var at) -> Optional.of(at.truncatedTo(ChronoUnit.MICROS));
              case EnteredTime.Gap(var message) -> wrong(id, message);
              case EnteredTime.Overlap(_, _, var message) -> wrong(id, message);
              case EnteredTime.Malformed(var message) -> wrong(id, message);
            });
  }

  private Optional<Instant> wrong(String id, String message) {
    errors.putIfAbsent(id, message);
    return Optional.empty();
  }

  private int number(String id, String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException _) {
      errors.put(id, "Enter a whole number.");
      return 1;
    }
  }

  private @Nullable Integer optionalNumber(String id, String text) {
    return text.isEmpty() ? null : (Integer) number(id, text);
  }

  private String text(String id, String text) {
    try {
      return ApiRequestBodyRecords.validateText(id, text);
    } catch (InvalidRequestException e) {
      errors.putIfAbsent(id, BookingFormMessages.ofText(e.violations().getFirst().rule()));
      return "";
    }
  }
}
