package org.touchpaper.bar.web.book;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.aggregator.LightpathService;
import org.touchpaper.bar.api.CurrentUserPermissionService;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.run.JobSpec;
import org.touchpaper.bar.coallocation.run.PartRun;
import org.touchpaper.bar.coallocation.service.CoAllocationService;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.template.BookingTemplateService;
import org.touchpaper.bar.web.book.BookingForm.LightpathRow;
import org.touchpaper.bar.web.book.BookingForm.NodesRow;
import org.touchpaper.bar.web.book.BookingForm.RunFields;
import org.touchpaper.bar.web.book.BookingForm.ScheduleFields;
import org.touchpaper.bar.web.book.BookingForm.TimeField;
import org.touchpaper.bar.web.book.BookingForm.UnitsRow;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/** Fills forms from bookings and templates. */
@Component
class BookingFormFactory {

  private final CoAllocationService service;
  private final LightpathService lightpaths;
  private final BookingTemplateService templates;
  private final CurrentNetworkDirectory directory;
  private final CurrentUserPermissionService currentUserPermissionService;
  private final Clock clock;

  BookingFormFactory(
      CoAllocationService service,
      LightpathService lightpaths,
      BookingTemplateService templates,
      CurrentNetworkDirectory directory,
      CurrentUserPermissionService currentUserPermissionService,
      Clock clock) {
    this.service = service;
    this.lightpaths = lightpaths;
    this.templates = templates;
    this.directory = directory;
    this.currentUserPermissionService = currentUserPermissionService;
    this.clock = clock;
  }

  /** Fills a form from a template; empty if the person has no such template. */
  Optional<BookingForm> ofTemplate(UUID id, Person person) {
    return templates
        .find(person.name(), id)
        .map(template -> BookingFormParameters.readQuery(template.values()));
  }

  /**
   * Fills a form from a co-allocation, or a lightpath booked alone. Times that are past are left
   * out; the length stays. Empty if the person may see no such booking.
   */
  Optional<BookingForm> ofBooking(UUID id, Person person) {
    return service
        .find(id)
        .filter(booking -> currentUserPermissionService.canSee(person, booking.owner().name()))
        .map(this::of)
        .or(() ->
            lightpaths
                .find(
                    new ConnectionId(id),
                    found ->
                        Optional.of(found)
                            .filter(it ->
                                currentUserPermissionService.canSee(person, it.origin().owner()))
                            .flatMap(it ->
                                it.criteria()
                                    .or(it::lastRequestedCriteria)
                                    .map(criteria -> of(criteria, it.origin().description()))))
                .flatMap(form -> form));
  }

  private BookingForm of(CoAllocation booking) {
    var lightpathRows = new ArrayList<LightpathRow>();
    var nodesRows = new ArrayList<NodesRow>();
    var unitsRows = new ArrayList<UnitsRow>();
    for (var part : booking.parts()) {
      switch (part) {
        case CoAllocationPart.Lightpath path ->
            lightpathRows.add(
                new LightpathRow(
                    path.source(), path.destination(), Integer.toString(path.bandwidthMbps())));
        case CoAllocationPart.Compute nodes ->
            nodesRows.add(
                new NodesRow(
                    nodes.resource(),
                    Integer.toString(nodes.nodes()),
                    Optional.ofNullable(nodes.run())
                        .map(PartRun::spec)
                        .map(BookingFormFactory::of)
                        .orElse(RunFields.NONE)));
        case CoAllocationPart.Units units ->
            unitsRows.add(
                new UnitsRow(
                    units.resource() + "/" + units.unit(), Integer.toString(units.amount())));
      }
    }
    return new BookingForm(
        UUID.randomUUID().toString(),
        orEmpty(lightpathRows, LightpathRow.EMPTY),
        orEmpty(nodesRows, NodesRow.EMPTY),
        orEmpty(unitsRows, UnitsRow.EMPTY),
        schedule(booking.schedule(), booking.window()),
        booking.description());
  }

  private static <T> List<T> orEmpty(List<T> rows, T empty) {
    return rows.isEmpty() ? List.of(empty) : rows;
  }

  /** An argument without a parameter is one of an application that takes any. */
  private static RunFields of(JobSpec spec) {
    var arguments = new LinkedHashMap<String, String>();
    for (var argument : spec.arguments()) {
      var equals = argument.indexOf('=');
      if (equals > 0) {
        arguments.put(argument.substring(0, equals), argument.substring(equals + 1));
      }
    }
    if (arguments.size() < spec.arguments().size()) {
      arguments.clear();
      arguments.put(RunFields.FREE, String.join("\n", spec.arguments()));
    }
    return new RunFields(
        spec.application(),
        arguments,
        spec.viewer() == null ? "" : spec.viewer(),
        spec.environment().entrySet().stream()
            .map(variable -> variable.getKey() + "=" + variable.getValue())
            .collect(Collectors.joining("\n")),
        spec.processesPerNode() == null ? "" : spec.processesPerNode().toString(),
        spec.cpuCoresPerProcess() == null ? "" : spec.cpuCoresPerProcess().toString());
  }

  private BookingForm of(Criteria criteria, String description) {
    return new BookingForm(
        UUID.randomUUID().toString(),
        List.of(
            new LightpathRow(
                directory.get().nameOf(criteria.source()),
                directory.get().nameOf(criteria.destination()),
                Integer.toString(criteria.bandwidthMbps()))),
        List.of(NodesRow.EMPTY),
        List.of(UnitsRow.EMPTY),
        schedule(criteria.schedule(), Optional.empty()),
        description);
  }

  private ScheduleFields schedule(Schedule slot, Optional<Schedule> window) {
    return new ScheduleFields(
        "UTC",
        window.isPresent() ? ScheduleFields.BETWEEN : ScheduleFields.AT,
        ScheduleFields.LENGTH,
        future(Optional.of(slot.startTime())),
        TimeField.EMPTY,
        future(window.map(Schedule::startTime)),
        future(window.map(Schedule::endTime)),
        FormDurationParser.format(slot.duration()));
  }

  private TimeField future(Optional<Instant> time) {
    return time.filter(clock.instant()::isBefore)
        .map(FormTimeFormatter.of("UTC")::write)
        .orElse(TimeField.EMPTY);
  }
}
