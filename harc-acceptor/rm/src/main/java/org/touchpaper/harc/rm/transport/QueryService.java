package org.touchpaper.harc.rm.transport;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.PeerRequestException;
import org.touchpaper.harc.client.ResourceManagerQueries;
import org.touchpaper.harc.client.ResourceTimetableQuery;
import org.touchpaper.harc.client.model.RegisteredApplication;
import org.touchpaper.harc.client.model.ResourceManagerTransactionStatus;
import org.touchpaper.harc.client.model.ResourceTimetable;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.LocalScheduler;
import org.touchpaper.harc.rm.scheduler.ResourceAvailability;
import org.touchpaper.harc.rm.scheduler.ResourceAvailabilityQuery;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.harc.rm.voting.Voter;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentFaultException;

/** Answers the clients' queries from the votes and from the local scheduler. */
public final class QueryService implements ResourceManagerQueries {
  private final Voter voter;
  private final LocalScheduler scheduler;

  public QueryService(Voter voter, LocalScheduler scheduler) {
    this.voter = voter;
    this.scheduler = scheduler;
  }

  @Override
  public ResourceManagerTransactionStatus queryStatus(TransactionId id) {
    var state = voter.find(id.value());
    var problem = voter.findProblem(id.value());
    return new ResourceManagerTransactionStatus(
        id,
        state.map(ResourceManagerState::phase).orElse(ResourceManagerState.Phase.UNKNOWN),
        state.map(voter::statuses).orElse(List.of()).stream()
            .map(status -> toBookingStatus(status, problem))
            .toList());
  }

  /** For a client in this process, which is trusted to name the person it acts for. */
  @Override
  public ResourceTimetable timetable(ResourceTimetableQuery query) throws PeerRequestException {
    var person = query.onBehalfOf();
    if (person == null) {
      throw new IllegalArgumentException("the query names no person");
    }
    try {
      return timetable(
          new ResourceAvailabilityQuery(
              toPerson(person),
              query.resource(),
              new Schedule(query.from(), query.to()),
              query.bandwidthMbps() == null ? query.nodes() : query.bandwidthMbps(),
              query.duration(),
              Objects.requireNonNullElse(query.ownBooking(), "")));
    } catch (SchedulerUnreachableException | SegmentFaultException e) {
      throw new PeerRequestException(String.valueOf(e.getMessage()), false, e);
    }
  }

  private static Person toPerson(ResourceTimetableQuery.Person person) {
    return new Person(
        person.name(), person.homeSite(), person.virtualOrganisations(), person.role());
  }

  /** For a client in this process, which is trusted to name the person it acts for. */
  @Override
  public List<RegisteredApplication> applications(
      String resource, ResourceTimetableQuery.@Nullable Person onBehalfOf) {
    if (onBehalfOf == null) {
      throw new IllegalArgumentException("the query names no person");
    }
    return scheduler.listApplications(resource, toPerson(onBehalfOf));
  }

  List<RegisteredApplication> applications(String resource, Person person) {
    return scheduler.listApplications(resource, person);
  }

  ResourceTimetable timetable(ResourceAvailabilityQuery query) {
    var amount = query.amount();
    var duration = query.duration();
    if ((amount != null && amount < 1) || (duration != null && !duration.isPositive())) {
      throw new IllegalArgumentException("amount and duration must be positive");
    }
    return toTimetable(query.resource(), scheduler.queryAvailability(query));
  }

  private static ResourceManagerTransactionStatus.BookingStatus toBookingStatus(
      ActionStatusDetails status, @Nullable String problem) {
    var message = status.problem() != null ? status.problem() : problem;
    return new ResourceManagerTransactionStatus.BookingStatus(
        status.bookingId(),
        ResourceManagerTransactionStatus.BookingState.valueOf(status.state().name()),
        status.reference(),
        message == null ? "" : message,
        status.released(),
        status.run());
  }

  private static ResourceTimetable toTimetable(String resource, ResourceAvailability availability) {
    return new ResourceTimetable(
        resource,
        availability.unit(),
        availability.steps().stream()
            .map(step ->
                new ResourceTimetable.Step(
                    step.during().startTime(), step.during().endTime(), step.free()))
            .toList(),
        availability.startRanges().stream()
            .map(range -> new ResourceTimetable.StartRange(range.firstStart(), range.lastStart()))
            .toList());
  }
}
