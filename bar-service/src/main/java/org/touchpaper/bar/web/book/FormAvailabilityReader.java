package org.touchpaper.bar.web.book;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.NoAnswerException;
import org.touchpaper.bar.coallocation.run.OfferedApplication;
import org.touchpaper.bar.coallocation.transaction.DryRunService;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.bar.resource.AvailabilityService;
import org.touchpaper.bar.resource.AvailabilityService.ResourceAvailability;
import org.touchpaper.bar.resource.ClusterApplicationReader;
import org.touchpaper.bar.web.AvailabilityChart;
import org.touchpaper.bar.web.book.BookingFormMapper.FormMapping;
import org.touchpaper.bar.web.preference.EnteredTime;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentUnreachableException;
import org.touchpaper.timetable.Window;

/**
 * What the form shows of the world: when what was chosen is free, alone and together, and which
 * applications the chosen clusters run. Services are asked side by side; one that is slow is left
 * out.
 */
@Component
public class FormAvailabilityReader {

  private static final Logger LOG = LoggerFactory.getLogger(FormAvailabilityReader.class);

  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration SEARCHED = Duration.ofDays(30);
  private static final Duration MAX_DISTANCE = Duration.ofDays(366);
  private static final int MAX_WINDOWS = 50;
  private static final int MAX_OFFERS = 3;

  private final AvailabilityService availabilityService;
  private final DryRunService dryRunService;
  private final ClusterApplicationReader applicationReader;
  private final CurrentNetworkDirectory directory;
  private final Clock clock;

  FormAvailabilityReader(
      AvailabilityService availabilityService,
      DryRunService dryRunService,
      ClusterApplicationReader applicationReader,
      CurrentNetworkDirectory directory,
      Clock clock) {
    this.availabilityService = availabilityService;
    this.dryRunService = dryRunService;
    this.applicationReader = applicationReader;
    this.directory = directory;
    this.clock = clock;
  }

  /**
   * What is beside the form.
   *
   * @param period the time asked for, or the window
   * @param common when all parts suit at once; null if that is not known
   * @param verdict what {@code common} says, or why it is not known; empty if nothing is chosen
   * @param offers starts that suit all parts
   * @param applications what each chosen cluster runs; a cluster that did not answer is missing
   */
  public record AvailabilityView(
      String period,
      List<FormChart> charts,
      @Nullable AllPartsAvailabilityChart common,
      String verdict,
      List<AlternativeSlotView> offers,
      Map<String, List<OfferedApplication>> applications) {}

  /**
   * A chart of a resource.
   *
   * @param rows the rows of the form that ask for it
   */
  public record FormChart(AvailabilityChart chart, Set<String> rows) {
    public boolean isOfAny(Set<String> others) {
      return rows.stream().anyMatch(others::contains);
    }
  }

  /** What rows ask of one resource. */
  private record Demand(String title, long amount, Set<String> rows) {
    Demand plus(Demand other) {
      var all = new TreeSet<>(rows);
      all.addAll(other.rows);
      return new Demand(title, amount + other.amount, all);
    }
  }

  /** The time asked for, and the period in which other times are sought. */
  private record SearchPeriod(Schedule slot, Schedule searched, Schedule shown) {

    /** The first slot that suits all, if one does. */
    SearchPeriod earliest(Optional<List<Window>> windows) {
      return windows.stream()
          .flatMap(List::stream)
          .findFirst()
          .map(first -> new Schedule(first.start(), first.start().plus(slot.duration())))
          .map(first -> new SearchPeriod(first, searched, shown))
          .orElse(this);
    }
  }

  AvailabilityView find(BookingForm form, FormMapping mapped, Person person) {
    var now = clock.instant();
    var times = FormTimeFormatter.of(form.schedule().zone());
    var sought = sought(form, mapped, times, now);
    var demands = demands(form);
    var deadline = System.nanoTime() + PATIENCE.toNanos();
    var threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      var applications =
          threads.submit(() -> applicationReader.read(chosenClusters(form), person).byCluster());
      var windows = threads.submit(() -> windows(mapped, person, sought));
      var found = ask(demands, person, sought.shown(), threads);
      var common = demands.isEmpty() ? Optional.<List<Window>>empty() : await(windows, deadline);
      var marked = form.schedule().isWindow() ? sought.earliest(common) : sought;
      var charts =
          demands.entrySet().stream()
              .map(entry ->
                  chart(
                      entry.getValue(), await(found.get(entry.getKey()), deadline), marked, times))
              .toList();
      return view(
          form, times, marked, charts, common, await(applications, deadline).orElse(Map.of()));
    } finally {
      threads.shutdownNow(); // a service that hangs is not waited for
    }
  }

  private Map<String, Future<ResourceAvailability>> ask(
      Map<String, Demand> demands, Person person, Schedule window, ExecutorService threads) {
    var futures = new LinkedHashMap<String, Future<ResourceAvailability>>();
    demands
        .keySet()
        .forEach(resource ->
            futures.put(
                resource,
                threads.submit(() -> availabilityService.find(resource, person, window))));
    return futures;
  }

  private List<Window> windows(FormMapping mapped, Person person, SearchPeriod sought) {
    return dryRunService.findWindows(
        person, mapped.request(), sought.searched(), sought.slot().duration(), MAX_WINDOWS);
  }

  private static <T> Optional<T> await(@Nullable Future<T> future, long deadline) {
    if (future == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(future.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      LOG.info("availability is unknown: no answer within {}", PATIENCE);
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case NoAnswerException cause -> LOG.info("availability is unknown: {}", cause.toString());
        case InvalidRequestException _ -> {} // told when it is checked or booked
        case SegmentUnreachableException cause ->
            LOG.info("availability is unknown: {}", cause.toString());
        case SegmentFaultException cause ->
            LOG.info("availability is unknown: {}", cause.toString());
        case Error cause -> throw cause;
        case null, default -> LOG.error("availability is unknown", e.getCause());
      }
      return Optional.empty();
    }
  }

  private List<NetworkDirectory.Cluster> chosenClusters(BookingForm form) {
    return form.compute().stream()
        .flatMap(row -> directory.get().cluster(row.cluster()).stream())
        .distinct()
        .toList();
  }

  private Map<String, Demand> demands(BookingForm form) {
    var known = directory.get();
    var demands = new LinkedHashMap<String, Demand>();
    for (var i = 0; i < form.lightpaths().size(); i++) {
      var row = form.lightpaths().get(i);
      if (known.host(row.source()).isPresent()
          && known.host(row.destination()).isPresent()
          && !row.source().equals(row.destination())) {
        add(
            row.source() + "/" + row.destination(),
            row.source() + " → " + row.destination(),
            row.bandwidthMbps(),
            "lightpath-" + i,
            demands);
      }
    }
    for (var i = 0; i < form.compute().size(); i++) {
      var row = form.compute().get(i);
      if (known.cluster(row.cluster()).isPresent()) {
        add(row.cluster(), "Nodes of " + row.cluster(), row.nodes(), "cluster-" + i, demands);
      }
    }
    for (var i = 0; i < form.units().size(); i++) {
      var row = form.units().get(i);
      if (unitsOf(known).contains(row.units())) {
        add(row.units(), row.units(), row.amount(), "units-" + i, demands);
      }
    }
    return demands;
  }

  /** The units of all facilities, such as {@code store/tape}. */
  static List<String> unitsOf(NetworkDirectory known) {
    return known.facilities().stream()
        .flatMap(facility ->
            facility.units().keySet().stream().sorted().map(unit -> facility.name() + "/" + unit))
        .toList();
  }

  private static void add(
      String resource, String title, String amount, String row, Map<String, Demand> demands) {
    demands.merge(resource, new Demand(title, parse(amount), Set.of(row)), Demand::plus);
  }

  private static long parse(String amount) {
    try {
      return Math.max(0, Integer.parseInt(amount));
    } catch (NumberFormatException _) {
      return 0;
    }
  }

  private SearchPeriod sought(
      BookingForm form, FormMapping mapped, FormTimeFormatter times, Instant now) {
    var schedule = form.schedule();
    var length = mapped.length().orElse(Duration.ofHours(1));
    if (schedule.isWindow()) {
      var from = near(times, schedule.notBefore(), now).orElseGet(() -> soon(now));
      var to = near(times, schedule.notAfter(), now).orElse(from.plus(length).plus(SEARCHED));
      var window = new Schedule(from, to.isBefore(from.plus(length)) ? from.plus(length) : to);
      return new SearchPeriod(new Schedule(from, from.plus(length)), window, window);
    }
    var start = near(times, schedule.start(), now).orElseGet(() -> soon(now));
    var slot = new Schedule(start, start.plus(length));
    var shown = AvailabilityChart.window(slot.startTime(), slot.endTime(), now);
    return new SearchPeriod(
        slot, new Schedule(shown.startTime(), slot.endTime().plus(SEARCHED)), shown);
  }

  /** What starts now starts when its lightpaths can be up. */
  private Instant soon(Instant now) {
    return ceil(now.plus(directory.get().bar().setupLead()));
  }

  /** Times that no service could search are left out. */
  private static Optional<Instant> near(
      FormTimeFormatter times, BookingForm.TimeField field, Instant now) {
    return times
        .read(field)
        .flatMap(entered ->
            entered instanceof EnteredTime.Exact(var at) ? Optional.of(at) : Optional.empty())
        .filter(at -> Duration.between(now, at).abs().compareTo(MAX_DISTANCE) < 0);
  }

  /** The next full second, so that nothing begins before it is free. */
  static Instant ceil(Instant instant) {
    var floor = instant.truncatedTo(ChronoUnit.SECONDS);
    return floor.equals(instant) ? floor : floor.plusSeconds(1);
  }

  private FormChart chart(
      Demand demand,
      Optional<ResourceAvailability> found,
      SearchPeriod sought,
      FormTimeFormatter times) {
    var chart =
        found
            .map(availability ->
                AvailabilityChart.of(
                    demand.title(),
                    availability.unit(),
                    availability.capacity(),
                    demand.amount(),
                    availability.steps().steps().stream()
                        .map(step ->
                            new AvailabilityChart.FreeAmount(
                                step.window().start(), step.window().end(), step.amount()))
                        .toList(),
                    times.zone()))
            .orElseGet(() ->
                AvailabilityChart.unavailable(
                    demand.title(), "availability unknown: the resource manager does not answer"));
    return new FormChart(
        chart.marking(sought.slot().startTime(), sought.slot().endTime(), sought.shown()),
        demand.rows());
  }

  private static AvailabilityView view(
      BookingForm form,
      FormTimeFormatter times,
      SearchPeriod sought,
      List<FormChart> charts,
      Optional<List<Window>> windows,
      Map<String, List<OfferedApplication>> applications) {
    var common =
        windows
            .map(found -> AllPartsAvailabilityChart.of(found, sought.shown(), sought.slot()))
            .orElse(null);
    var starts =
        windows.orElse(List.of()).stream()
            .map(window -> AlternativeSlotView.of(window.start(), sought.slot(), times))
            .limit(MAX_OFFERS)
            .toList();
    return new AvailabilityView(
        form.schedule().isWindow()
            ? times.text(sought.shown().startTime(), sought.shown().endTime())
            : times.text(sought.slot().startTime(), sought.slot().endTime()),
        charts,
        common,
        charts.isEmpty() ? "" : verdict(form, common, starts),
        form.schedule().isWindow() || common == null || common.fits() ? List.of() : starts,
        applications);
  }

  private static String verdict(
      BookingForm form,
      @Nullable AllPartsAvailabilityChart common,
      List<AlternativeSlotView> starts) {
    if (common == null) {
      return "When all of it is free together is not known.";
    }
    if (form.schedule().isWindow()) {
      return starts.isEmpty()
          ? "All of it is never free together in this window."
          : "Earliest time that suits all of it: " + starts.getFirst().text() + ".";
    }
    return common.fits()
        ? "All of it is free at the time you chose."
        : starts.isEmpty()
            ? "Not all of it is free at the time you chose, nor in the 30 days after."
            : "Not all of it is free at the time you chose. It is free together at:";
  }
}
