package org.touchpaper.bar.web.timeline;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.aggregator.BrokerIdentity;
import org.touchpaper.bar.api.CurrentUserPermissionService;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.NoAnswerException;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.bar.listing.ResourceBookingFinder;
import org.touchpaper.bar.listing.ResourceBookingFinder.BookingPeriod;
import org.touchpaper.bar.listing.ResourceBookingFinder.BookingSummary;
import org.touchpaper.bar.listing.ResourceBookingFinder.LightpathRoute;
import org.touchpaper.bar.listing.ResourceBookingFinder.ResourceBookings;
import org.touchpaper.bar.resource.AvailabilityRequest;
import org.touchpaper.bar.resource.AvailabilityService;
import org.touchpaper.bar.resource.AvailabilityService.ResourceAvailability;
import org.touchpaper.bar.resource.NetworkTopology;
import org.touchpaper.bar.resource.NetworkTopologySource;
import org.touchpaper.bar.resource.ResourceKind;
import org.touchpaper.bar.resource.ResourceSummary;
import org.touchpaper.bar.web.AvailabilityChart;
import org.touchpaper.bar.web.AvailabilityChart.FreeAmount;
import org.touchpaper.bar.web.timeline.TimelineLayout.AllowedChange;
import org.touchpaper.bar.web.timeline.TimelineLayout.Booking;
import org.touchpaper.bar.web.timeline.TimelineLayout.BookingCount;
import org.touchpaper.bar.web.timeline.TimelineLayout.Row;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/**
 * Reads the rows of the page: all that this broker can book, with the bookings that the person may
 * see and what is free. Services that do not answer in time delay the page by a second at most;
 * their rows say that their availability is unknown.
 */
@Component
class TimelineReader {

  private static final Logger LOG = LoggerFactory.getLogger(TimelineReader.class);

  /** The longest wait for the names of links, and then for what is free. */
  private static final Duration TOPOLOGY_PATIENCE = Duration.ofMillis(350);

  private static final Duration AVAILABILITY_PATIENCE = Duration.ofMillis(600);

  /** The most bookings drawn of a resource. */
  static final int MAX_BOOKINGS = 50;

  private static final NetworkTopology NOTHING =
      new NetworkTopology(null, List.of(), List.of(), List.of());

  private final AvailabilityService availability;
  private final ResourceBookingFinder finder;
  private final NetworkTopologySource topologyReader;
  private final CurrentNetworkDirectory directory;
  private final CurrentUserPermissionService currentUserPermissionService;
  private final URI self;
  private final Clock clock;

  /** What was last heard, for the names of links while the wide area does not answer. */
  private volatile NetworkTopology lastTopology = NOTHING;

  TimelineReader(
      AvailabilityService availability,
      ResourceBookingFinder finder,
      NetworkTopologySource topologyReader,
      CurrentNetworkDirectory directory,
      CurrentUserPermissionService currentUserPermissionService,
      BrokerIdentity identity,
      Clock clock) {
    this.availability = availability;
    this.finder = finder;
    this.topologyReader = topologyReader;
    this.directory = directory;
    this.currentUserPermissionService = currentUserPermissionService;
    this.self = identity.url();
    this.clock = clock;
  }

  /** A resource before it is read. */
  private record Resource(
      String name, ResourceKind kind, String unit, @Nullable ResourceSummary summary) {

    String kindText() {
      return switch (kind) {
        case CLUSTER -> "Cluster";
        case UNITS -> "Units";
        case LIGHTPATH -> TimelineLayout.PAIR;
        case LINK -> "Link";
        case HOST -> "Host";
      };
    }
  }

  /** Reads all rows: clusters, units, the pair that was chosen, links, hosts. */
  List<Row> read(TimelineQuery query, Person person, ZoneId zone) {
    var resources = resources(query);
    var charts = charts(resources, query, person, zone);
    var period =
        new BookingPeriod(
            query.from(),
            query.to(),
            currentUserPermissionService.ownerFilterFor(person),
            MAX_BOOKINGS);
    var routed =
        resources.stream().anyMatch(resource -> resource.kind() == ResourceKind.LINK)
            ? finder.routed(period)
            : List.<LightpathRoute>of();
    return resources.stream()
        .map(resource -> {
          var bookings = bookings(resource, period, routed);
          return new Row(
              resource.name(),
              resource.kindText(),
              bookings.items().stream()
                  .map(booking -> toBooking(booking, resource.unit(), person))
                  .toList(),
              new BookingCount(bookings.more(), bookings.isMoreExact()),
              charts.getOrDefault(resource.name(), unknown(resource)));
        })
        .toList();
  }

  private List<Resource> resources(TimelineQuery query) {
    var bookable =
        ResourceSummary.list(directory.get(), topology(), self).stream()
            .filter(summary -> summary.bookable() || summary.type() == ResourceKind.LINK)
            .map(summary -> new Resource(summary.name(), summary.type(), summary.unit(), summary))
            .toList();
    return Stream.of(
            of(bookable, ResourceKind.CLUSTER),
            of(bookable, ResourceKind.UNITS),
            query.pair().stream()
                .map(pair -> new Resource(pair, ResourceKind.LIGHTPATH, "Mbit/s", null)),
            of(bookable, ResourceKind.LINK),
            of(bookable, ResourceKind.HOST))
        .flatMap(Function.identity())
        .toList();
  }

  private static Stream<Resource> of(List<Resource> resources, ResourceKind kind) {
    return resources.stream().filter(resource -> resource.kind() == kind);
  }

  private NetworkTopology topology() {
    var threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      var answer =
          threads
              .submit(topologyReader::read)
              .get(TOPOLOGY_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      if (answer.network() != null) {
        lastTopology = answer;
      }
      return answer.network() == null ? lastTopology : answer;
    } catch (TimeoutException | ExecutionException e) {
      LOG.info("topology is unknown: {}", e.toString());
      return lastTopology;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return lastTopology;
    } finally {
      threads.shutdownNow(); // a segment that hangs is not waited for
    }
  }

  private Map<String, AvailabilityChart> charts(
      List<Resource> resources, TimelineQuery query, Person person, ZoneId zone) {
    var answers = find(resources, query, person);
    return resources.stream()
        .collect(
            Collectors.toMap(
                Resource::name,
                resource ->
                    Optional.ofNullable(answers.get(resource.name()))
                        .map(answer -> chart(answer, query, zone))
                        .orElseGet(() -> unknown(resource)),
                (first, _) -> first));
  }

  private static AvailabilityChart unknown(Resource resource) {
    return AvailabilityChart.unavailable(resource.name(), "Availability unknown: no answer.");
  }

  private Map<String, ResourceAvailability> find(
      List<Resource> resources, TimelineQuery query, Person person) {
    var names = resources.stream().map(Resource::name).distinct().toList();
    try {
      return ask(names, query, person);
    } catch (InvalidRequestException e) { // one of them cannot be asked; the others can
      LOG.info("availability is asked without what is invalid: {}", e.toString());
      var invalid =
          e.violations().stream()
              .map(violation -> violation.field().replaceAll("\\D", ""))
              .filter(index -> !index.isEmpty())
              .map(Integer::valueOf)
              .toList();
      var valid =
          IntStream.range(0, names.size())
              .filter(index -> !invalid.contains(index))
              .mapToObj(names::get)
              .toList();
      return valid.isEmpty() || invalid.isEmpty() ? Map.of() : ask(valid, query, person);
    }
  }

  private Map<String, ResourceAvailability> ask(
      List<String> names, TimelineQuery query, Person person) {
    if (names.isEmpty()) {
      return Map.of();
    }
    try {
      var window = new Schedule(query.from(), query.to());
      var request = new AvailabilityRequest(names, window, null, null, null, null, 1);
      return availability.find(request, person, AVAILABILITY_PATIENCE).resources().stream()
          .collect(Collectors.toMap(ResourceAvailability::resource, Function.identity()));
    } catch (NoAnswerException e) {
      LOG.info("availability is unknown: {}", e.toString());
      return Map.of();
    }
  }

  private static AvailabilityChart chart(
      ResourceAvailability answer, TimelineQuery query, ZoneId zone) {
    var requested =
        switch (answer.kind()) {
          case CLUSTER -> query.nodes();
          case HOST, LINK, LIGHTPATH -> query.mbps();
          case UNITS -> 0;
        };
    return AvailabilityChart.of(
        answer.resource(),
        answer.unit(),
        answer.capacity(),
        requested,
        answer.steps().steps().stream()
            .map(step -> new FreeAmount(step.window().start(), step.window().end(), step.amount()))
            .toList(),
        zone);
  }

  private ResourceBookings bookings(
      Resource resource, BookingPeriod period, List<LightpathRoute> routed) {
    var name = resource.name();
    return switch (resource.kind()) {
      case CLUSTER -> finder.ofCluster(name, period);
      case UNITS ->
          finder.ofUnit(
              name.substring(0, name.indexOf('/')), name.substring(name.indexOf('/') + 1), period);
      case HOST ->
          finder.ofHost(
              name, directory.get().host(name).map(NetworkDirectory.Host::stp).orElse(""), period);
      case LINK -> crossing(resource.summary(), routed);
      case LIGHTPATH -> new ResourceBookings(List.of(), 0, true);
    };
  }

  private static ResourceBookings crossing(
      @Nullable ResourceSummary link, List<LightpathRoute> routed) {
    var found =
        routed.stream()
            .filter(lightpath -> link != null && crosses(lightpath.path(), link))
            .map(LightpathRoute::booking)
            .toList();
    var drawn = found.stream().limit(MAX_BOOKINGS).toList();
    return new ResourceBookings(
        drawn, found.size() - drawn.size(), routed.size() < ResourceBookingFinder.MAX_LIGHTPATHS);
  }

  /** A path names its elements in order, or links by their ids. */
  private static boolean crosses(List<String> path, ResourceSummary link) {
    return path.contains(link.name())
        || IntStream.range(1, path.size())
            .anyMatch(i -> {
              var ends = List.of(path.get(i - 1), path.get(i));
              return ends.contains(link.from()) && ends.contains(link.to());
            });
  }

  private Booking toBooking(BookingSummary booking, String unit, Person person) {
    return new Booking(
        booking.id(),
        booking.description(),
        booking.owner(),
        person.name().equals(booking.owner()),
        move(booking, person, clock.instant()),
        booking.state(),
        booking.start(),
        booking.end(),
        booking.amount() == 0 ? "" : AvailabilityChart.count(booking.amount(), unit));
  }

  /** Only a guess, so that nothing is offered that is refused; the service decides. */
  private AllowedChange move(BookingSummary booking, Person person, Instant now) {
    if (!currentUserPermissionService.canModify(person, booking.owner())) {
      return AllowedChange.NONE;
    }
    return switch (booking.state()) {
      case COMMITTED -> booking.start().isAfter(now) ? AllowedChange.BOTH : AllowedChange.END;
      case ACTIVE -> AllowedChange.END;
      case UNDECIDED, ENDED, CANCELLED, FAILED, REFUSED -> AllowedChange.NONE;
    };
  }

  /** The hosts between which a lightpath can be booked. */
  List<String> hosts() {
    var known = directory.get();
    return known.hosts().stream()
        .filter(known::isBookable)
        .map(NetworkDirectory.Host::name)
        .toList();
  }
}
