package org.touchpaper.bar.web;

import java.math.BigDecimal;
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
import org.touchpaper.bar.api.CurrentUser;
import org.touchpaper.bar.api.IdempotencyKey;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.NoAnswerException;
import org.touchpaper.bar.coallocation.service.BookingResult;
import org.touchpaper.bar.coallocation.service.CoAllocationService;
import org.touchpaper.bar.coallocation.transaction.DatabaseUnavailableException;
import org.touchpaper.bar.directory.CurrentDirectory;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.bar.resource.AvailabilityService;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/** The booking form with its availability charts. */
@Controller
class BookingFormController {

  private static final Logger LOG = LoggerFactory.getLogger(BookingFormController.class);

  private static final BigDecimal SECONDS_PER_MINUTE = BigDecimal.valueOf(60);
  private static final Duration SHORTEST_PERIOD = Duration.ofMinutes(1);
  private static final Duration MAX_START_DISTANCE = Duration.ofDays(366);

  private final CoAllocationService service;
  private final AvailabilityService availabilityService;
  private final CurrentDirectory directory;
  private final CurrentUser currentUser;
  private final FormSubmissions submissions;
  private final Clock clock;

  BookingFormController(
      CoAllocationService service,
      AvailabilityService availabilityService,
      CurrentDirectory directory,
      CurrentUser currentUser,
      FormSubmissions submissions,
      Clock clock) {
    this.service = service;
    this.availabilityService = availabilityService;
    this.directory = directory;
    this.currentUser = currentUser;
    this.submissions = submissions;
    this.clock = clock;
  }

  /** The submitted form; every field may be missing. */
  record FormFields(
      @Nullable String key,
      @Nullable String source,
      @Nullable String destination,
      @Nullable String bandwidthMbps,
      @Nullable String cluster,
      @Nullable String nodes,
      @Nullable String units,
      @Nullable String amount,
      @Nullable String when,
      @Nullable String start,
      @Nullable String notBefore,
      @Nullable String notAfter,
      @Nullable String minutes,
      @Nullable String description) {

    BookingForm toForm() {
      return new BookingForm(
          key == null || key.isBlank() ? UUID.randomUUID().toString() : key,
          strippedOr(source, ""),
          strippedOr(destination, ""),
          strippedOr(bandwidthMbps, "300"),
          strippedOr(cluster, ""),
          strippedOr(nodes, "4"),
          strippedOr(units, ""),
          strippedOr(amount, "1"),
          strippedOr(when, BookingForm.AT),
          strippedOr(start, ""),
          strippedOr(notBefore, ""),
          strippedOr(notAfter, ""),
          strippedOr(minutes, "60"),
          strippedOr(description, ""),
          Map.of(),
          List.of(),
          List.of());
    }

    private static String strippedOr(@Nullable String value, String defaultValue) {
      return value == null ? defaultValue : value.strip();
    }
  }

  @GetMapping("/book")
  String form(@ModelAttribute("fields") FormFields fields, Authentication login, Model model) {
    return render(fields.toForm(), login, model);
  }

  private String render(BookingForm form, Authentication login, Model model) {
    model.addAttribute("form", form);
    model.addAttribute("choices", choices());
    model.addAttribute("free", charts(form, login));
    model.addAttribute("who", login.getName());
    return "book";
  }

  private BookingForm.Choices choices() {
    var known = directory.get();
    var bookable =
        known.hosts().stream()
            .filter(host -> host.stp() != null)
            .filter(host -> known.campusOf(host).map(campus -> campus.bar() != null).orElse(false))
            .map(Directory.Host::name)
            .toList();
    return new BookingForm.Choices(
        bookable,
        known.clusters().stream().map(Directory.Cluster::name).toList(),
        known.facilities().stream()
            .flatMap(facility ->
                facility.units().keySet().stream()
                    .sorted()
                    .map(unit -> facility.name() + "/" + unit))
            .toList());
  }

  @GetMapping("/book/free")
  String showAvailability(
      @ModelAttribute("fields") FormFields fields, Authentication login, Model model) {
    model.addAttribute("free", charts(fields.toForm(), login));
    return "free";
  }

  private List<AvailabilityChart> charts(BookingForm form, Authentication login) {
    var now = clock.instant();
    var start =
        chartTime(form.isBetween() ? form.notBefore() : form.start())
            .filter(from -> isNear(from, now))
            .orElse(now);
    var end =
        Optional.of(form.notAfter())
            .filter(_ -> form.isBetween())
            .flatMap(BookingFormController::chartTime)
            .filter(until -> start.isBefore(until) && isNear(until, start))
            .orElse(start.plus(length(form)));
    var window = AvailabilityChart.window(start, end, now);
    var charts = new ArrayList<AvailabilityChart>();
    if (!form.cluster().isEmpty()) {
      addChart(form.cluster(), "Nodes of " + form.cluster(), form.nodes(), window, login, charts);
    }
    if (!form.units().isEmpty()) {
      addChart(form.units(), form.units(), form.amount(), window, login, charts);
    }
    if (!form.source().isEmpty()
        && !form.destination().isEmpty()
        && !form.source().equals(form.destination())) {
      addChart(
          form.source() + "/" + form.destination(),
          form.source() + " → " + form.destination(),
          form.bandwidthMbps(),
          window,
          login,
          charts);
    }
    return charts;
  }

  private static boolean isNear(Instant at, Instant now) {
    return Duration.between(now, at).abs().compareTo(MAX_START_DISTANCE) < 0;
  }

  private static Duration length(BookingForm form) {
    try {
      var seconds = new BigDecimal(form.minutes()).multiply(SECONDS_PER_MINUTE);
      return seconds.compareTo(BigDecimal.valueOf(SHORTEST_PERIOD.toSeconds())) < 0
              || seconds.compareTo(BigDecimal.valueOf(MAX_START_DISTANCE.toSeconds())) > 0
          ? SHORTEST_PERIOD
          : Duration.ofSeconds(seconds.longValue());
    } catch (NumberFormatException | ArithmeticException _) {
      return SHORTEST_PERIOD;
    }
  }

  private static Optional<Instant> chartTime(String text) {
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(UtcTimeFormat.parse(text));
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }

  private static int requested(String amount) {
    try {
      return Math.max(0, Integer.parseInt(amount));
    } catch (NumberFormatException _) {
      return 0;
    }
  }

  private void addChart(
      String resource,
      String title,
      String amount,
      Schedule window,
      Authentication login,
      List<AvailabilityChart> charts) {
    try {
      var availability = availabilityService.find(resource, currentUser.personOf(login), window);
      charts.add(
          AvailabilityChart.of(
              title,
              availability.unit(),
              availability.capacity(),
              requested(amount),
              availability.steps().steps().stream()
                  .map(step ->
                      new AvailabilityChart.FreeAmount(
                          step.window().start(), step.window().end(), step.amount()))
                  .toList()));
    } catch (InvalidRequestException | NoAnswerException e) {
      LOG.info("availability of {} is unknown: {}", resource, e.toString());
      charts.add(
          AvailabilityChart.unavailable(
              title, "availability unknown: the resource manager does not answer"));
    }
  }

  @PostMapping("/book")
  String book(@ModelAttribute("fields") FormFields fields, Authentication login, Model model) {
    var form = fields.toForm();
    try {
      IdempotencyKey.validate(form.key());
      var request =
          BookingFormMapper.toBookingRequest(
              form, submissions.firstSubmittedAt(form.key(), clock.instant()));
      var result = service.book(currentUser.personOf(login), request, form.key());
      submissions.recordBooking(form.key(), result.booking().id());
      return resultPage(form, result, login, model);
    } catch (InvalidRequestException e) {
      return invalidPage(form, e, login, model);
    } catch (DatabaseUnavailableException e) {
      LOG.warn("outcome of booking form key={} is unknown: {}", form.key(), e.toString());
      model.addAttribute("unsure", true);
      return render(form, login, model); // same key, so that a repeat joins
    }
  }

  /**
   * A refused or abandoned request gets a new key, because the next submission is a new request.
   */
  private String resultPage(
      BookingForm form, BookingResult result, Authentication login, Model model) {
    var booking = result.booking();
    return switch (result) {
      case BookingResult.Booked _, BookingResult.Undecided _, BookingResult.IdConflict _ ->
          "redirect:/bookings/" + booking.id(); // the page shows its state and can cancel it
      case BookingResult.Refused _, BookingResult.NeverFits _ ->
          render(
              form.withFreshKey()
                  .withErrors(
                      Map.of(),
                      booking.refusals().stream().map(Refusal::reason).toList(),
                      booking.alternatives().stream()
                          .map(slot -> new BookingForm.Slot(slot.startTime(), slot.endTime()))
                          .toList()),
              login,
              model);
      case BookingResult.NotStarted _ ->
          render(
              form.withFreshKey()
                  .withErrors(Map.of(), booking.reason().stream().toList(), List.of()),
              login,
              model);
    };
  }

  private String invalidPage(
      BookingForm form, InvalidRequestException invalid, Authentication login, Model model) {
    if (invalid.violations().stream().anyMatch(violation -> violation.rule().equals("same-body"))) {
      var earlierBooking = submissions.bookingOf(form.key());
      model.addAttribute("earlier", earlierBooking.map(id -> "/bookings/" + id).orElse("/"));
      return render(form.withFreshKey(), login, model);
    }
    submissions.discard(form.key());
    var errors = BookingFormMapper.errors(invalid);
    return render(
        form.withFreshKey()
            .withErrors(errors, BookingFormMapper.errorsWithoutField(errors), List.of()),
        login,
        model);
  }
}
