package org.touchpaper.bar.web.network;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.aggregator.ConnectionBookingFinder.BookingReference;
import org.touchpaper.bar.aggregator.LightpathService;
import org.touchpaper.bar.api.CurrentUserPermissionService;
import org.touchpaper.bar.api.SegmentElementsClient;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.NoAnswerException;
import org.touchpaper.bar.directory.BarProperties;
import org.touchpaper.bar.listing.BookingQuery;
import org.touchpaper.bar.listing.BookingSort;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.bar.resource.AvailabilityRequest;
import org.touchpaper.bar.resource.AvailabilityService;
import org.touchpaper.bar.resource.AvailabilityService.ResourceAvailability;
import org.touchpaper.bar.traffic.AllLightpathsTrafficReader;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks the NSAP for its topology and the load of its links, the bookings for theirs, and the campus
 * for what it measured.
 */
@Component
class NetworkReader {

  private static final Logger LOG = LoggerFactory.getLogger(NetworkReader.class);

  /** What counts as a moment. */
  private static final Duration MOMENT = Duration.ofSeconds(1);

  /** How far the free capacity of a chosen link is shown. */
  private static final Duration AHEAD = Duration.ofDays(7);

  private static final int MAX_STEPS = 20;
  private static final int MAX_BOOKINGS = 1000;
  private static final int MAX_LAYOUTS = 4;

  /** What is, was or will be on the network. */
  private static final Set<BookingPhase> BOOKED =
      EnumSet.of(
          BookingPhase.UNDECIDED, BookingPhase.COMMITTED, BookingPhase.ACTIVE, BookingPhase.ENDED);

  private final SegmentElementsClient segments;
  private final AvailabilityService availability;
  private final LightpathService lightpaths;
  private final AllLightpathsTrafficReader traffic;
  private final CurrentUserPermissionService currentUserPermissionService;
  private final BarProperties bar;
  private final JsonMapper json;

  /** What the NSAP said last, for the map while it does not answer. */
  private volatile WideAreaTopology last = WideAreaTopology.NONE;

  /** Each is made once, however often it is shown; people with other rights see other boxes. */
  private final Map<KnownNetwork, MapLayout> layouts = new ConcurrentHashMap<>();

  private record KnownNetwork(List<MapLayout.Box> boxes, List<MapLayout.Line> lines) {}

  NetworkReader(
      SegmentElementsClient segments,
      AvailabilityService availability,
      LightpathService lightpaths,
      AllLightpathsTrafficReader traffic,
      CurrentUserPermissionService currentUserPermissionService,
      BarProperties bar,
      JsonMapper json) {
    this.segments = segments;
    this.availability = availability;
    this.lightpaths = lightpaths;
    this.traffic = traffic;
    this.currentUserPermissionService = currentUserPermissionService;
    this.bar = bar;
    this.json = json;
  }

  /** Places a network, or returns the places that it has. */
  MapLayout layout(List<MapLayout.Box> boxes, List<MapLayout.Line> lines) {
    var network = new KnownNetwork(List.copyOf(boxes), List.copyOf(lines));
    if (layouts.size() >= MAX_LAYOUTS && !layouts.containsKey(network)) {
      layouts.clear(); // the network has changed since
    }
    return layouts.computeIfAbsent(network, _ -> MapLayout.of(boxes, lines));
  }

  /**
   * An answer, or what was known before.
   *
   * @param missing why it may be out of date; null if it is not
   */
  record Answer<T>(T value, @Nullable String missing) {}

  Answer<WideAreaTopology> readTopology() {
    try {
      var topology = json.readValue(segments.getTopology(bar.nsap()), WideAreaTopology.class);
      last = topology;
      return new Answer<>(topology, null);
    } catch (IOException | JacksonException e) {
      LOG.warn("topology unavailable segment={}: {}", bar.nsap(), e.toString());
      return new Answer<>(last, String.valueOf(e.getMessage()));
    }
  }

  /** Reads the load of each link at a moment; a link that is not known is left out. */
  Answer<Map<String, LinkLoad>> readLoads(WideAreaTopology topology, Instant at, Person person) {
    var usable =
        topology.listLinks().stream()
            .collect(
                Collectors.toMap(
                    WideAreaTopology.WideAreaLink::id,
                    WideAreaTopology.WideAreaLink::usableMbps,
                    (first, _) -> first));
    var ids = List.copyOf(usable.keySet());
    var free = find(ids, new Schedule(at, at.plus(MOMENT)), person);
    var loads = new HashMap<String, LinkLoad>();
    for (var found : free.value()) {
      found.steps().steps().stream()
          .findFirst()
          .ifPresent(step ->
              loads.put(
                  found.resource(),
                  LinkLoad.ofFree(usable.getOrDefault(found.resource(), 0), step.amount())));
    }
    return new Answer<>(Map.copyOf(loads), free.missing());
  }

  /** Reads what was measured on each link at a moment; a link without is left out. */
  Answer<Map<String, LinkTraffic>> readTraffic(WideAreaTopology topology, Instant at) {
    var found = traffic.read(at);
    return new Answer<>(LinkTraffic.of(topology, found.lightpaths()), found.missing());
  }

  private Answer<List<ResourceAvailability>> find(
      List<String> ids, Schedule window, Person person) {
    if (ids.isEmpty()) {
      return new Answer<>(List.of(), null);
    }
    try {
      var found =
          availability.find(
              new AvailabilityRequest(ids, window, null, null, null, null, 1), person);
      var missing =
          found.missing().stream().map(one -> one.service() + ": " + one.reason()).findFirst();
      return new Answer<>(found.resources(), missing.orElse(null));
    } catch (NoAnswerException | InvalidRequestException e) {
      LOG.warn("link loads unavailable: {}", e.toString());
      return new Answer<>(List.of(), String.valueOf(e.getMessage()));
    }
  }

  /** Reads what is booked on a link at a moment, and what is free from then on. */
  LinkDetails readLink(NetworkDrawing.MapLink link, Instant at, Person person) {
    var free = find(List.of(link.id()), new Schedule(at, at.plus(AHEAD)), person);
    var steps =
        free.value().stream()
            .flatMap(found -> found.steps().steps().stream())
            .limit(MAX_STEPS)
            .map(step ->
                new LinkDetails.FreeStep(step.window().start(), step.window().end(), step.amount()))
            .toList();
    return new LinkDetails(link, readBookings(link, at, person), steps, free.missing());
  }

  private List<LinkDetails.LinkBooking> readBookings(
      NetworkDrawing.MapLink link, Instant at, Person person) {
    var query =
        new BookingQuery(
            currentUserPermissionService.ownerFilterFor(person),
            null,
            BOOKED,
            at,
            at.plus(MOMENT),
            null,
            null,
            BookingSort.FIRST_START,
            null,
            MAX_BOOKINGS,
            false);
    return lightpaths.list(query, reservation -> toBooking(reservation, link, at)).items().stream()
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<LinkDetails.LinkBooking> toBooking(
      Reservation reservation, NetworkDrawing.MapLink link, Instant at) {
    return reservation.path().contains(link.id())
        ? reservation
            .criteria()
            .or(reservation::lastRequestedCriteria)
            .map(criteria -> toBooking(reservation, criteria, link, at))
        : Optional.empty();
  }

  private static LinkDetails.LinkBooking toBooking(
      Reservation reservation, Criteria criteria, NetworkDrawing.MapLink link, Instant at) {
    var measured = link.traffic();
    return new LinkDetails.LinkBooking(
        BookingReference.of(reservation),
        reservation.phase(at).name(),
        criteria.bandwidthMbps(),
        criteria.schedule().startTime(),
        criteria.schedule().endTime(),
        measured == null ? null : measured.textOf(reservation.connection().value()),
        reservation.problem().orElse(null));
  }
}
