package org.touchpaper.segment.soap;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.schema.segment.Cut;
import org.touchpaper.schema.segment.DryRunAnswer;
import org.touchpaper.schema.segment.DryRunItem;
import org.touchpaper.schema.segment.DryRunResult;
import org.touchpaper.schema.segment.End;
import org.touchpaper.schema.segment.FaultCode;
import org.touchpaper.schema.segment.Fits;
import org.touchpaper.schema.segment.Held;
import org.touchpaper.schema.segment.Known;
import org.touchpaper.schema.segment.LinkUse;
import org.touchpaper.schema.segment.Notify;
import org.touchpaper.schema.segment.Path;
import org.touchpaper.schema.segment.Person;
import org.touchpaper.schema.segment.QueryAnswer;
import org.touchpaper.schema.segment.RefusalCode;
import org.touchpaper.schema.segment.Request;
import org.touchpaper.schema.segment.SegmentFault;
import org.touchpaper.schema.segment.StartRange;
import org.touchpaper.schema.segment.Step;
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

/** Maps values of the contract to the JAXB bindings. */
final class DomainToSoapMapper {

  private DomainToSoapMapper() {}

  static <T extends Request> T withRequester(RequesterIdentity requester, T request) {
    request.setRequester(requester(requester));
    return request;
  }

  static <T extends org.touchpaper.schema.segment.Order> T command(
      ConnectionVersionRequest versionRequest, T request) {
    request.setConnectionId(versionRequest.connection().toString());
    request.setVersion(versionRequest.version());
    return withRequester(versionRequest.requester(), request);
  }

  static org.touchpaper.schema.segment.Requester requester(RequesterIdentity requester) {
    var person = new Person();
    person.setName(requester.onBehalfOf().name());
    person.setHomeSite(requester.onBehalfOf().homeSite());
    person.getVirtualOrganisation().addAll(requester.onBehalfOf().virtualOrganisations());
    person.setRole(requester.onBehalfOf().role());
    var wire = new org.touchpaper.schema.segment.Requester();
    wire.setPeer(requester.peer());
    wire.setOnBehalfOf(person);
    wire.setCorrelationId(requester.correlationId());
    return wire;
  }

  static org.touchpaper.schema.segment.Reserve reserve(ReserveRequest request) {
    var wire = new org.touchpaper.schema.segment.Reserve();
    wire.setConnectionId(request.connection().toString());
    wire.setVersion(request.version());
    wire.setCriteria(criteria(request.criteria()));
    wire.setDecidedBy(holder(request.holder()));
    return withRequester(request.requester(), wire);
  }

  private static org.touchpaper.schema.segment.@Nullable Criteria criteria(
      @Nullable Criteria criteria) {
    if (criteria == null) {
      return null;
    }
    var wire = new org.touchpaper.schema.segment.Criteria();
    wire.setSource(criteria.source().toString());
    wire.setDestination(criteria.destination().toString());
    wire.setBandwidthMbps(criteria.bandwidthMbps());
    wire.setSchedule(schedule(criteria.schedule()));
    return wire;
  }

  private static org.touchpaper.schema.segment.Schedule schedule(Schedule schedule) {
    var wire = new org.touchpaper.schema.segment.Schedule();
    wire.setStartTime(schedule.startTime());
    wire.setEndTime(schedule.endTime());
    return wire;
  }

  private static org.touchpaper.schema.segment.Holder holder(Holder holder) {
    var wire = new org.touchpaper.schema.segment.Holder();
    switch (holder) {
      case Holder.PeerService peerService -> wire.setAsker(asker(peerService));
      case Holder.Transaction transaction -> wire.setTransaction(transaction(transaction));
      case Holder.ExternalRequester(var until) -> wire.setHoldUntil(until);
    }
    return wire;
  }

  private static org.touchpaper.schema.segment.Asker asker(Holder.PeerService peerService) {
    var wire = new org.touchpaper.schema.segment.Asker();
    wire.setPeer(peerService.peer());
    wire.setEndpoint(peerService.endpoint().toString());
    wire.setConnectionId(peerService.connection().toString());
    wire.setVersion(peerService.version());
    return wire;
  }

  private static org.touchpaper.schema.segment.Transaction transaction(
      Holder.Transaction transaction) {
    var wire = new org.touchpaper.schema.segment.Transaction();
    wire.setTransactionId(transaction.transactionId());
    wire.getAcceptor().addAll(transaction.acceptors().stream().map(URI::toString).toList());
    return wire;
  }

  static org.touchpaper.schema.segment.ReserveAnswer reserveResult(ReserveResult result) {
    var wire = new org.touchpaper.schema.segment.ReserveAnswer();
    switch (result) {
      case ReserveResult.Held held -> {
        var chosen = new Held();
        chosen.setSource(held.source().toString());
        chosen.setDestination(held.destination().toString());
        chosen.setPath(path(held.path()));
        chosen.setSourceEnd(endpoint(held.endpoints().source()));
        chosen.setDestinationEnd(endpoint(held.endpoints().destination()));
        chosen.setDelay(held.endpoints().delay());
        wire.setHeld(chosen);
      }
      case ReserveResult.Refused(var refusal) -> wire.setRefused(refusal(refusal));
    }
    return wire;
  }

  private static @Nullable End endpoint(LightpathEndsAccessDetails.Endpoint endpoint) {
    if (endpoint.equals(LightpathEndsAccessDetails.Endpoint.UNKNOWN)) {
      return null;
    }
    var wire = new End();
    wire.setElement(endpoint.element());
    wire.setPort(endpoint.port());
    wire.setVlan(endpoint.vlan());
    wire.setTagged(endpoint.tagged());
    wire.setMtu(endpoint.mtu());
    wire.setAddress(endpoint.address());
    return wire;
  }

  private static Path path(List<String> hops) {
    var wire = new Path();
    wire.getHop().addAll(hops);
    return wire;
  }

  private static org.touchpaper.schema.segment.Refusal refusal(Refusal refusal) {
    var next = refusal.nextFit();
    var wire = new org.touchpaper.schema.segment.Refusal();
    wire.setCode(RefusalCode.valueOf(refusal.code().name()));
    wire.setPermanent(refusal.code().isPermanent());
    wire.setResource(refusal.resource());
    wire.setField(refusal.field());
    wire.setReason(refusal.reason());
    wire.setNextFit(next == null ? null : schedule(next));
    return wire;
  }

  static QueryAnswer report(ConnectionReport report) {
    var wire = new QueryAnswer();
    wire.setConnectionId(report.connection().toString());
    switch (report) {
      case ConnectionReport.Unknown _ -> {}
      case ConnectionReport.Known known -> wire.setKnown(known(known));
    }
    return wire;
  }

  private static Known known(ConnectionReport.Known known) {
    var wire = new Known();
    wire.setVersion(known.version());
    wire.setHeldVersion(known.heldVersion());
    wire.setReservationState(
        org.touchpaper.schema.segment.ReservationState.valueOf(known.reservation().name()));
    wire.setProvisionState(
        org.touchpaper.schema.segment.ProvisionState.valueOf(known.provision().name()));
    wire.setLifecycleState(
        org.touchpaper.schema.segment.LifecycleState.valueOf(known.lifecycle().name()));
    wire.setDataPlane(org.touchpaper.schema.segment.DataPlane.valueOf(known.dataPlane().name()));
    wire.setCriteria(criteria(known.criteria()));
    wire.setPath(path(known.path()));
    wire.setProblem(known.problem());
    wire.setReleased(known.released());
    wire.setCut(cut(known.cut()));
    return wire;
  }

  static Timetable query(FreeCapacityQuery query) {
    var wire = new Timetable();
    wire.setSource(query.source().toString());
    wire.setDestination(query.destination().toString());
    wire.setWindow(schedule(query.window()));
    wire.setBandwidthMbps(query.bandwidthMbps());
    wire.setDuration(query.duration());
    return withRequester(query.requester(), wire);
  }

  static TimetableAnswer freeCapacity(FreeCapacityResult freeCapacity) {
    var wire = new TimetableAnswer();
    for (var step : freeCapacity.steps()) {
      var wireStep = new Step();
      wireStep.setDuring(schedule(step.during()));
      wireStep.setFreeMbps(step.freeMbps());
      wire.getStep().add(wireStep);
    }
    for (var range : freeCapacity.starts()) {
      var wireRange = new StartRange();
      wireRange.setFirstStart(range.firstStart());
      wireRange.setLastStart(range.lastStart());
      wire.getStart().add(wireRange);
    }
    return wire;
  }

  static org.touchpaper.schema.segment.DryRun dryRun(SegmentDryRunRequest dryRun) {
    var wire = new org.touchpaper.schema.segment.DryRun();
    for (var item : dryRun.items()) {
      var wireItem = new DryRunItem();
      wireItem.setConnectionId(item.connection().toString());
      wireItem.setCriteria(criteria(item.criteria()));
      wire.getItem().add(wireItem);
    }
    return withRequester(dryRun.requester(), wire);
  }

  static DryRunAnswer dryRunAnswer(List<SegmentDryRunRequest.Result> results) {
    var wire = new DryRunAnswer();
    for (var result : results) {
      var wireResult = new DryRunResult();
      switch (result) {
        case SegmentDryRunRequest.Result.Fits fits -> wireResult.setFits(fits(fits));
        case SegmentDryRunRequest.Result.Refused(var refusal) ->
            wireResult.setRefused(refusal(refusal));
      }
      wire.getResult().add(wireResult);
    }
    return wire;
  }

  private static Fits fits(SegmentDryRunRequest.Result.Fits fits) {
    var wire = new Fits();
    wire.setSource(fits.source().toString());
    wire.setDestination(fits.destination().toString());
    wire.setPath(path(fits.path()));
    for (var link : fits.links()) {
      var wireLink = new LinkUse();
      wireLink.setName(link.name());
      wireLink.setMbps(link.mbps());
      wireLink.setSlots(link.slots());
      wireLink.setUnit(link.unit());
      wire.getLink().add(wireLink);
    }
    return wire;
  }

  static Notify notification(RequesterIdentity requester, Notification notification) {
    var wire = new Notify();
    wire.setConnectionId(notification.connection().toString());
    wire.setAt(notification.at());
    switch (notification) {
      case Notification.DataPlaneChanged(_, _, var state, var detail) -> {
        var changed = new org.touchpaper.schema.segment.DataPlaneChanged();
        changed.setDataPlane(org.touchpaper.schema.segment.DataPlane.valueOf(state.name()));
        changed.setDetail(detail);
        wire.setDataPlaneChanged(changed);
      }
      case Notification.Alarm(_, _, var detail) -> wire.setAlarm(detail);
      case Notification.ForcedEnd(_, _, var reason, var cut) -> {
        var end = new org.touchpaper.schema.segment.ForcedEnd();
        end.setReason(reason);
        end.setCut(cut(cut));
        wire.setForcedEnd(end);
      }
    }
    return withRequester(requester, wire);
  }

  private static @Nullable Cut cut(@Nullable CutNotice cut) {
    if (cut == null) {
      return null;
    }
    var wire = new Cut();
    wire.setId(cut.id() == null ? null : cut.id().toString());
    wire.setBy(cut.by());
    wire.setAt(cut.at());
    wire.setReason(cut.reason());
    return wire;
  }

  static SegmentFault fault(
      SegmentFaultException.Code code,
      @Nullable ConnectionId connection,
      @Nullable String message) {
    var wire = new SegmentFault();
    wire.setCode(FaultCode.valueOf(code.name()));
    wire.setConnectionId(connection == null ? null : connection.toString());
    wire.setMessage(message == null ? "" : message);
    return wire;
  }
}
