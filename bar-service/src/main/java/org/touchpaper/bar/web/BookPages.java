package org.touchpaper.bar.web;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
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
import org.touchpaper.bar.api.Key;
import org.touchpaper.bar.api.Persons;
import org.touchpaper.bar.coallocation.BookAnswer;
import org.touchpaper.bar.coallocation.CoAllocator;
import org.touchpaper.bar.coallocation.DatabaseAway;
import org.touchpaper.bar.coallocation.Harc;
import org.touchpaper.bar.coallocation.Outlook;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.platform.problem.InvalidRequest;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/** The booking form, and what is free beside it. */
@Controller
class BookPages {

  private static final Logger LOG = LoggerFactory.getLogger(BookPages.class);

  private static final Duration SHOWN = Duration.ofHours(24);
  private static final Duration HORIZON = Duration.ofDays(366);

  private final CoAllocator coAllocator;
  private final Outlook outlook;
  private final Directory directory;
  private final Persons persons;
  private final Presses presses;
  private final Clock clock;

  BookPages(
      CoAllocator coAllocator,
      Outlook outlook,
      Directory directory,
      Persons persons,
      Presses presses,
      Clock clock) {
    this.coAllocator = coAllocator;
    this.outlook = outlook;
    this.directory = directory;
    this.persons = persons;
    this.presses = presses;
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
      @Nullable String when,
      @Nullable String start,
      @Nullable String notBefore,
      @Nullable String notAfter,
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
          or(when, BookingForm.AT),
          or(start, ""),
          or(notBefore, ""),
          or(notAfter, ""),
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
    var now = clock.instant();
    var from =
        startOf(form)
            .filter(start -> Duration.between(now, start).abs().compareTo(HORIZON) < 0)
            .orElse(now);
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
    var start = form.isBetween() ? form.notBefore() : form.start();
    try {
      return start.isEmpty() ? Optional.empty() : Optional.of(Times.parse(start));
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
    try {
      Key.checked(form.key());
      var wish = FormReading.wish(form, presses.first(form.key(), clock.instant()));
      var answer = coAllocator.book(persons.of(login), wish, form.key());
      presses.made(form.key(), answer.booking().id());
      return answered(form, answer, login, model);
    } catch (InvalidRequest e) {
      return invalid(form, e, login, model);
    } catch (DatabaseAway e) {
      LOG.warn("what became of form {} is not known: {}", form.key(), e.toString());
      model.addAttribute("unsure", true);
      return show(form, login, model); // under its key, so that the next press finds out
    }
  }

  /** What was refused, or never begun, is decided; whatever is asked next is a call of its own. */
  private String answered(BookingForm form, BookAnswer answer, Authentication login, Model model) {
    var booking = answer.booking();
    return switch (answer) {
      case BookAnswer.Booked _, BookAnswer.Undecided _, BookAnswer.Overtaken _ ->
          "redirect:/bookings/" + booking.id(); // its page says how it stands, and lets go of it
      case BookAnswer.Refused _, BookAnswer.NeverFits _ ->
          show(
              form.fresh()
                  .with(
                      Map.of(),
                      booking.refusals().stream().map(Refusal::reason).toList(),
                      booking.alternatives().stream()
                          .map(slot -> new BookingForm.Slot(slot.startTime(), slot.endTime()))
                          .toList()),
              login,
              model);
      case BookAnswer.NotStarted _ ->
          show(
              form.fresh().with(Map.of(), booking.reason().stream().toList(), List.of()),
              login,
              model);
    };
  }

  private String invalid(
      BookingForm form, InvalidRequest invalid, Authentication login, Model model) {
    if (invalid.violations().stream().anyMatch(each -> each.rule().equals("same-body"))) {
      var earlier = presses.bookingOf(form.key());
      model.addAttribute("earlier", earlier.map(id -> "/bookings/" + id).orElse("/"));
      return show(form.fresh(), login, model);
    }
    presses.cameToNothing(form.key());
    var errors = FormReading.errors(invalid);
    return show(form.fresh().with(errors, FormReading.unplaced(errors), List.of()), login, model);
  }
}
