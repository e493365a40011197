package org.touchpaper.bar.web;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.touchpaper.bar.api.Persons;
import org.touchpaper.bar.coallocation.BookAnswer;
import org.touchpaper.bar.coallocation.CoAllocator;
import org.touchpaper.bar.coallocation.Harc;
import org.touchpaper.bar.coallocation.Outlook;
import org.touchpaper.bar.coallocation.Wish;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.platform.problem.InvalidRequest;
import org.touchpaper.platform.problem.Violation;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/** The booking form, and what is free beside it. */
@Controller
class BookPages {

  private static final Logger LOG = LoggerFactory.getLogger(BookPages.class);

  private static final Duration SHOWN = Duration.ofHours(24);

  private final CoAllocator coAllocator;
  private final Outlook outlook;
  private final Directory directory;
  private final Persons persons;
  private final Clock clock;

  BookPages(
      CoAllocator coAllocator, Outlook outlook, Directory directory, Persons persons, Clock clock) {
    this.coAllocator = coAllocator;
    this.outlook = outlook;
    this.directory = directory;
    this.persons = persons;
    this.clock = clock;
  }

  /** What a browser sends; every field may be missing. */
  record Fields(
      @Nullable String key,
      @Nullable String source,
      @Nullable String destination,
      @Nullable String bandwidthMbps,
      @Nullable String cluster,
      @Nullable String nodes,
      @Nullable String start,
      @Nullable String minutes,
      @Nullable String description) {

    BookingForm form() {
      return new BookingForm(
          key == null || key.isBlank() ? UUID.randomUUID().toString() : key,
          or(source, ""),
          or(destination, ""),
          or(bandwidthMbps, "300"),
          or(cluster, ""),
          or(nodes, "4"),
          or(start, ""),
          or(minutes, "60"),
          or(description, ""),
          Map.of(),
          List.of(),
          List.of());
    }

    private static String or(@Nullable String given, String otherwise) {
      return given == null ? otherwise : given.strip();
    }
  }

  @GetMapping("/book")
  String form(@ModelAttribute("fields") Fields fields, Authentication login, Model model) {
    return show(fields.form(), login, model);
  }

  private String show(BookingForm form, Authentication login, Model model) {
    model.addAttribute("form", form);
    model.addAttribute("choices", choices());
    model.addAttribute("free", charts(form, login));
    model.addAttribute("who", login.getName());
    return "book";
  }

  private BookingForm.Choices choices() {
    var bookable =
        directory.hosts().stream()
            .filter(host -> host.stp() != null)
            .filter(
                host -> directory.campusOf(host).map(campus -> campus.bar() != null).orElse(false))
            .map(Directory.Host::name)
            .toList();
    return new BookingForm.Choices(
        bookable, directory.clusters().stream().map(Directory.Cluster::name).toList());
  }

  @GetMapping("/book/free")
  String free(@ModelAttribute("fields") Fields fields, Authentication login, Model model) {
    model.addAttribute("free", charts(fields.form(), login));
    return "free";
  }

  private List<FreeChart> charts(BookingForm form, Authentication login) {
    var from = startOf(form).orElse(clock.instant());
    var window = new Schedule(from, from.plus(SHOWN));
    var charts = new ArrayList<FreeChart>();
    if (!form.cluster().isEmpty()) {
      chart(form.cluster(), "Nodes of " + form.cluster(), window, login, charts);
    }
    if (!form.source().isEmpty()
        && !form.destination().isEmpty()
        && !form.source().equals(form.destination())) {
      chart(
          form.source() + "/" + form.destination(),
          form.source() + " → " + form.destination(),
          window,
          login,
          charts);
    }
    return charts;
  }

  private static Optional<Instant> startOf(BookingForm form) {
    try {
      return form.start().isEmpty() ? Optional.empty() : Optional.of(Times.parse(form.start()));
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }

  private void chart(
      String resource,
      String title,
      Schedule window,
      Authentication login,
      List<FreeChart> charts) {
    try {
      var free = outlook.of(resource, persons.of(login), window);
      charts.add(
          FreeChart.of(
              title,
              free.unit(),
              free.steps().steps().stream()
                  .map(step ->
                      new FreeChart.Free(
                          step.during().start(), step.during().end(), (int) step.amount()))
                  .toList()));
    } catch (InvalidRequest | Harc.Unanswered e) {
      LOG.info("what is free of {} is not known: {}", resource, e.toString());
      charts.add(FreeChart.unknown(title, "nobody answers what is free at the moment"));
    }
  }

  @PostMapping("/book")
  String book(@ModelAttribute("fields") Fields fields, Authentication login, Model model) {
    var form = fields.form();
    var errors = new LinkedHashMap<String, String>();
    var wish = wish(form, errors);
    if (wish == null || !errors.isEmpty()) {
      return show(form.with(errors, List.of(), List.of()), login, model);
    }
    try {
      return answered(form, wish, login, model);
    } catch (InvalidRequest e) {
      e.violations().forEach(wrong -> errors.put(field(wrong), wrong.message()));
      return show(form.with(errors, unplaced(errors), List.of()), login, model);
    }
  }

  private String answered(BookingForm form, Wish wish, Authentication login, Model model) {
    var person = persons.of(login);
    var answer = coAllocator.book(person, wish, form.key());
    var booking = answer.booking();
    return switch (answer) {
      case BookAnswer.Booked _, BookAnswer.Undecided _ -> "redirect:/bookings/" + booking.id();
      case BookAnswer.Refused _, BookAnswer.NeverFits _ ->
          show(
              fresh(form)
                  .with(
                      Map.of(),
                      booking.refusals().stream().map(Refusal::reason).toList(),
                      booking.alternatives().stream()
                          .map(slot -> new BookingForm.Slot(slot.startTime(), slot.endTime()))
                          .toList()),
              login,
              model);
      case BookAnswer.NotStarted _ ->
          show(form.with(Map.of(), booking.reason().stream().toList(), List.of()), login, model);
    };
  }

  /** What was refused is decided; asking for something else is a call of its own. */
  private static BookingForm fresh(BookingForm form) {
    return new Fields(
            null,
            form.source(),
            form.destination(),
            form.bandwidthMbps(),
            form.cluster(),
            form.nodes(),
            form.start(),
            form.minutes(),
            form.description())
        .form();
  }

  private @Nullable Wish wish(BookingForm form, Map<String, String> errors) {
    var start = start(form, errors);
    var length = length(form, errors);
    var circuits = new ArrayList<Wish.Circuit>();
    if (!form.source().isEmpty() || !form.destination().isEmpty()) {
      circuits.add(
          new Wish.Circuit(
              form.source(),
              form.destination(),
              number("bandwidthMbps", form.bandwidthMbps(), errors)));
    }
    var nodes = new ArrayList<Wish.Nodes>();
    if (!form.cluster().isEmpty()) {
      nodes.add(new Wish.Nodes(form.cluster(), number("nodes", form.nodes(), errors)));
    }
    if (length == null) {
      return null;
    }
    var from = start == null ? clock.instant() : start;
    return new Wish(form.description(), start, from.plus(length), nodes, circuits);
  }

  private static @Nullable Instant start(BookingForm form, Map<String, String> errors) {
    try {
      return form.start().isEmpty() ? null : Times.parse(form.start());
    } catch (DateTimeParseException _) {
      errors.put("start", "Not a time; write for example 2026-12-01T21:00:00.");
      return null;
    }
  }

  private static @Nullable Duration length(BookingForm form, Map<String, String> errors) {
    try {
      var millis = new BigDecimal(form.minutes()).multiply(BigDecimal.valueOf(60_000));
      if (millis.signum() > 0 && millis.longValue() < Duration.ofDays(366).toMillis()) {
        return Duration.ofMillis(millis.longValue());
      }
    } catch (NumberFormatException _) {
      // answered below, as any other length that makes no sense
    }
    errors.put("minutes", "A length in minutes, more than 0.");
    return null;
  }

  private static int number(String field, String text, Map<String, String> errors) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException _) {
      errors.put(field, "A whole number.");
      return 1;
    }
  }

  private static String field(Violation wrong) {
    var name = wrong.field().replaceAll("^.*\\.", "");
    return switch (name) {
      case "resource" -> "cluster";
      case "startTime" -> "start";
      case "endTime" -> "minutes";
      default -> name;
    };
  }

  /** Errors of no field of the form are shown above it. */
  private static List<String> unplaced(Map<String, String> errors) {
    var placed =
        List.of("source", "destination", "bandwidthMbps", "cluster", "nodes", "start", "minutes");
    return errors.entrySet().stream()
        .filter(error -> !placed.contains(error.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }
}
