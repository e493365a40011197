package org.touchpaper.segment.soap;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.schema.segment.Cut;
import org.touchpaper.schema.segment.DryRunAnswer;
import org.touchpaper.schema.segment.DryRunResult;
import org.touchpaper.schema.segment.End;
import org.touchpaper.schema.segment.Notify;
import org.touchpaper.schema.segment.Query;
import org.touchpaper.schema.segment.QueryAnswer;
import org.touchpaper.schema.segment.SegmentFault;
import org.touchpaper.schema.segment.Timetable;
import org.touchpaper.schema.segment.TimetableAnswer;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.CutNotice;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.FreeCapacityResult;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.LightpathEndsAccessDetails;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentDryRunRequest;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.connection.state.ProvisionState;
import org.touchpaper.segment.connection.state.ReservationState;

/**
 * Maps the JAXB bindings to values of the contract. The schema has been checked; a further invalid
 * value throws IllegalArgumentException.
 */
final class SoapToDomainMapper {

  private SoapToDomainMapper() {}

  static RequesterIdentity requester(org.touchpaper.schema.segment.Requester message) {
    var person = message.getOnBehalfOf();
    return new RequesterIdentity(
        message.getPeer(),
        new RequesterIdentity.Person(
            person.getName(),
            person.getHomeSite(),
            person.getVirtualOrganisation(),
            person.getRole()),
        message.getCorrelationId());
  }

  static ConnectionVersionRequest command(org.touchpaper.schema.segment.Order message) {
    return new ConnectionVersionRequest(
        requester(message.getRequester()), id(message.getConnectionId()), message.getVersion());
  }

  static ConnectionId id(String text) {
    return ConnectionId.of(text);
  }

  static ConnectionId id(Query message) {
    return id(message.getConnectionId());
  }

  static ReserveRequest reserve(org.touchpaper.schema.segment.Reserve message) {
    return new ReserveRequest(
        requester(message.getRequester()),
        id(message.getConnectionId()),
        message.getVersion(),
        criteria(message.getCriteria()),
        holder(message.getDecidedBy()));
  }

  private static @Nullable Criteria criteria(
      org.touchpaper.schema.segment.@Nullable Criteria message) {
    return message == null
        ? null
        : new Criteria(
            Stp.parse(message.getSource()),
            Stp.parse(message.getDestination()),
            message.getBandwidthMbps(),
            schedule(message.getSchedule()));
  }

  private static Schedule schedule(org.touchpaper.schema.segment.Schedule message) {
    return new Schedule(message.getStartTime(), message.getEndTime());
  }

  private static Holder holder(org.touchpaper.schema.segment.Holder message) {
    if (message.getAsker() != null) {
      var asker = message.getAsker();
      return new Holder.PeerService(
          asker.getPeer(),
          URI.create(asker.getEndpoint()),
          id(asker.getConnectionId()),
          asker.getVersion());
    }
    if (message.getTransaction() != null) {
      var transaction = message.getTransaction();
      return new Holder.Transaction(
          transaction.getTransactionId(),
          transaction.getAcceptor().stream().map(URI::create).toList());
    }
    return new Holder.ExternalRequester(message.getHoldUntil());
  }

  static ReserveResult reserveResult(org.touchpaper.schema.segment.ReserveAnswer message) {
    if (message.getRefused() != null) {
      return new ReserveResult.Refused(refusal(message.getRefused()));
    }
    var held = message.getHeld();
    return new ReserveResult.Held(
        Stp.parse(held.getSource()),
        Stp.parse(held.getDestination()),
        held.getPath().getHop(),
        new LightpathEndsAccessDetails(
            endpoint(held.getSourceEnd()), endpoint(held.getDestinationEnd()), held.getDelay()));
  }

  private static LightpathEndsAccessDetails.Endpoint endpoint(@Nullable End message) {
    return message == null
        ? LightpathEndsAccessDetails.Endpoint.UNKNOWN
        : new LightpathEndsAccessDetails.Endpoint(
            message.getElement(),
            message.getPort(),
            message.getVlan(),
            message.isTagged(),
            message.getMtu(),
            message.getAddress());
  }

  private static Refusal refusal(org.touchpaper.schema.segment.Refusal message) {
    return new Refusal(
        Refusal.Code.valueOf(message.getCode().name()),
        message.getResource(),
        message.getField(),
        message.getReason(),
        message.getNextFit() == null ? null : schedule(message.getNextFit()));
  }

  static ConnectionReport report(QueryAnswer message) {
    var connection = id(message.getConnectionId());
    var known = message.getKnown();
    return known == null
        ? new ConnectionReport.Unknown(connection)
        : new ConnectionReport.Known(
            connection,
            known.getVersion(),
            known.getHeldVersion(),
            ReservationState.valueOf(known.getReservationState().name()),
            ProvisionState.valueOf(known.getProvisionState().name()),
            LifecycleState.valueOf(known.getLifecycleState().name()),
            DataPlaneState.valueOf(known.getDataPlane().name()),
            criteria(known.getCriteria()),
            known.getPath().getHop(),
            known.getProblem(),
            known.isReleased(),
            cut(known.getCut()));
  }

  static FreeCapacityQuery query(Timetable message) {
    return new FreeCapacityQuery(
        requester(message.getRequester()),
        Stp.parse(message.getSource()),
        Stp.parse(message.getDestination()),
        schedule(message.getWindow()),
        message.getBandwidthMbps(),
        message.getDuration());
  }

  static FreeCapacityResult freeCapacity(TimetableAnswer message) {
    return new FreeCapacityResult(
        message.getStep().stream()
            .map(
                step -> new FreeCapacityResult.Step(schedule(step.getDuring()), step.getFreeMbps()))
            .toList(),
        message.getStart().stream()
            .map(range ->
                new FreeCapacityResult.StartRange(range.getFirstStart(), range.getLastStart()))
            .toList());
  }

  static SegmentDryRunRequest dryRun(org.touchpaper.schema.segment.DryRun message) {
    return new SegmentDryRunRequest(
        requester(message.getRequester()),
        message.getItem().stream()
            .map(item ->
                new SegmentDryRunRequest.Item(
                    id(item.getConnectionId()), requireNonNull(criteria(item.getCriteria()))))
            .toList());
  }

  static List<SegmentDryRunRequest.Result> dryRunResults(DryRunAnswer message) {
    return message.getResult().stream().map(SoapToDomainMapper::dryRunResult).toList();
  }

  private static SegmentDryRunRequest.Result dryRunResult(DryRunResult message) {
    if (message.getRefused() != null) {
      return new SegmentDryRunRequest.Result.Refused(refusal(message.getRefused()));
    }
    var fits = message.getFits();
    return new SegmentDryRunRequest.Result.Fits(
        Stp.parse(fits.getSource()),
        Stp.parse(fits.getDestination()),
        fits.getPath().getHop(),
        fits.getLink().stream()
            .map(link ->
                new SegmentDryRunRequest.LinkUse(
                    link.getName(), link.getMbps(), link.getSlots(), link.getUnit()))
            .toList());
  }

  static Notification notification(Notify message) {
    var connection = id(message.getConnectionId());
    if (message.getDataPlaneChanged() != null) {
      var changed = message.getDataPlaneChanged();
      return new Notification.DataPlaneChanged(
          connection,
          message.getAt(),
          DataPlaneState.valueOf(changed.getDataPlane().name()),
          changed.getDetail());
    }
    if (message.getAlarm() != null) {
      return new Notification.Alarm(connection, message.getAt(), message.getAlarm());
    }
    var end = message.getForcedEnd();
    return new Notification.ForcedEnd(
        connection, message.getAt(), end.getReason(), cut(end.getCut()));
  }

  private static @Nullable CutNotice cut(@Nullable Cut message) {
    return message == null
        ? null
        : new CutNotice(
            message.getId() == null ? null : UUID.fromString(message.getId()),
            message.getBy(),
            message.getAt(),
            message.getReason());
  }

  static SegmentFaultException fault(SegmentFault message) {
    return new SegmentFaultException(
        SegmentFaultException.Code.valueOf(message.getCode().name()),
        message.getConnectionId() == null ? null : id(message.getConnectionId()),
        message.getMessage());
  }
}
