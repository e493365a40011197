package org.touchpaper.segment.soap;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.schema.segment.Answer;
import org.touchpaper.schema.segment.FaultCode;
import org.touchpaper.schema.segment.Held;
import org.touchpaper.schema.segment.Known;
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
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.FreeCapacity;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.TimetableQuestion;

/** From the values of the field to the bindings of the contract. */
final class ToWire {

  private ToWire() {}

  static <T extends Request> T from(Requester requester, T request) {
    request.setRequester(requester(requester));
    return request;
  }

  /** An answer repeats the requester of its request. */
  static <T extends Answer> T to(Request request, T answer) {
    answer.setRequester(request.getRequester());
    return answer;
  }

  static <T extends org.touchpaper.schema.segment.Order> T order(Order order, T request) {
    request.setConnectionId(order.connection().toString());
    request.setVersion(order.version());
    return from(order.requester(), request);
  }

  static org.touchpaper.schema.segment.Requester requester(Requester it) {
    var person = new Person();
    person.setName(it.onBehalfOf().name());
    person.setHomeSite(it.onBehalfOf().homeSite());
    person.getVirtualOrganisation().addAll(it.onBehalfOf().virtualOrganisations());
    person.setRole(it.onBehalfOf().role());
    var wire = new org.touchpaper.schema.segment.Requester();
    wire.setPeer(it.peer());
    wire.setOnBehalfOf(person);
    wire.setCorrelationId(it.correlationId());
    return wire;
  }

  static org.touchpaper.schema.segment.Reserve reserve(Reserve it) {
    var wire = new org.touchpaper.schema.segment.Reserve();
    wire.setConnectionId(it.connection().toString());
    wire.setVersion(it.version());
    wire.setCriteria(criteria(it.criteria()));
    wire.setDecidedBy(holder(it.holder()));
    return from(it.requester(), wire);
  }

  private static org.touchpaper.schema.segment.@Nullable Criteria criteria(@Nullable Criteria it) {
    if (it == null) {
      return null;
    }
    var wire = new org.touchpaper.schema.segment.Criteria();
    wire.setSource(it.source().toString());
    wire.setDestination(it.destination().toString());
    wire.setBandwidthMbps(it.bandwidthMbps());
    wire.setSchedule(schedule(it.schedule()));
    return wire;
  }

  private static org.touchpaper.schema.segment.Schedule schedule(Schedule it) {
    var wire = new org.touchpaper.schema.segment.Schedule();
    wire.setStartTime(it.startTime());
    wire.setEndTime(it.endTime());
    return wire;
  }

  private static org.touchpaper.schema.segment.Holder holder(Holder it) {
    var wire = new org.touchpaper.schema.segment.Holder();
    switch (it) {
      case Holder.Asker asker -> wire.setAsker(asker(asker));
      case Holder.Transaction transaction -> wire.setTransaction(transaction(transaction));
      case Holder.Until(var until) -> wire.setHoldUntil(until);
    }
    return wire;
  }

  private static org.touchpaper.schema.segment.Asker asker(Holder.Asker it) {
    var wire = new org.touchpaper.schema.segment.Asker();
    wire.setPeer(it.peer());
    wire.setEndpoint(it.endpoint().toString());
    wire.setConnectionId(it.connection().toString());
    wire.setVersion(it.version());
    return wire;
  }

  private static org.touchpaper.schema.segment.Transaction transaction(Holder.Transaction it) {
    var wire = new org.touchpaper.schema.segment.Transaction();
    wire.setTransactionId(it.transactionId());
    wire.getAcceptor().addAll(it.acceptors().stream().map(URI::toString).toList());
    return wire;
  }

  static org.touchpaper.schema.segment.ReserveAnswer reserveAnswer(ReserveAnswer it) {
    var wire = new org.touchpaper.schema.segment.ReserveAnswer();
    switch (it) {
      case ReserveAnswer.Held held -> {
        var chosen = new Held();
        chosen.setSource(held.source().toString());
        chosen.setDestination(held.destination().toString());
        chosen.setPath(path(held.path()));
        wire.setHeld(chosen);
      }
      case ReserveAnswer.Refused(var refusal) -> wire.setRefused(refusal(refusal));
    }
    return wire;
  }

  private static Path path(List<String> hops) {
    var wire = new Path();
    wire.getHop().addAll(hops);
    return wire;
  }

  private static org.touchpaper.schema.segment.Refusal refusal(Refusal it) {
    var next = it.nextFit();
    var wire = new org.touchpaper.schema.segment.Refusal();
    wire.setCode(RefusalCode.valueOf(it.code().name()));
    wire.setPermanent(it.code().isPermanent());
    wire.setResource(it.resource());
    wire.setField(it.field());
    wire.setReason(it.reason());
    wire.setNextFit(next == null ? null : schedule(next));
    return wire;
  }

  static QueryAnswer report(Report it) {
    var wire = new QueryAnswer();
    wire.setConnectionId(it.connection().toString());
    switch (it) {
      case Report.Unknown _ -> {}
      case Report.Known known -> wire.setKnown(known(known));
    }
    return wire;
  }

  private static Known known(Report.Known it) {
    var wire = new Known();
    wire.setVersion(it.version());
    wire.setHeldVersion(it.heldVersion());
    wire.setReservationState(
        org.touchpaper.schema.segment.ReservationState.valueOf(it.reservation().name()));
    wire.setProvisionState(
        org.touchpaper.schema.segment.ProvisionState.valueOf(it.provision().name()));
    wire.setLifecycleState(
        org.touchpaper.schema.segment.LifecycleState.valueOf(it.lifecycle().name()));
    wire.setDataPlane(org.touchpaper.schema.segment.DataPlane.valueOf(it.dataPlane().name()));
    wire.setCriteria(criteria(it.criteria()));
    wire.setPath(path(it.path()));
    wire.setProblem(it.problem());
    wire.setReleased(it.released());
    return wire;
  }

  static Timetable question(TimetableQuestion it) {
    var wire = new Timetable();
    wire.setSource(it.source().toString());
    wire.setDestination(it.destination().toString());
    wire.setWindow(schedule(it.window()));
    wire.setBandwidthMbps(it.bandwidthMbps());
    wire.setDuration(it.duration());
    return from(it.requester(), wire);
  }

  static TimetableAnswer free(FreeCapacity it) {
    var wire = new TimetableAnswer();
    for (var step : it.steps()) {
      var wireStep = new Step();
      wireStep.setDuring(schedule(step.during()));
      wireStep.setFreeMbps(step.freeMbps());
      wire.getStep().add(wireStep);
    }
    for (var range : it.starts()) {
      var wireRange = new StartRange();
      wireRange.setFirstStart(range.firstStart());
      wireRange.setLastStart(range.lastStart());
      wire.getStart().add(wireRange);
    }
    return wire;
  }

  static Notify notification(Requester requester, Notification it) {
    var wire = new Notify();
    wire.setConnectionId(it.connection().toString());
    wire.setAt(it.at());
    switch (it) {
      case Notification.DataPlaneChanged(_, _, var state, var detail) -> {
        var changed = new org.touchpaper.schema.segment.DataPlaneChanged();
        changed.setDataPlane(org.touchpaper.schema.segment.DataPlane.valueOf(state.name()));
        changed.setDetail(detail);
        wire.setDataPlaneChanged(changed);
      }
      case Notification.Alarm(_, _, var detail) -> wire.setAlarm(detail);
      case Notification.ForcedEnd(_, _, var reason) -> wire.setForcedEnd(reason);
    }
    return from(requester, wire);
  }

  static SegmentFault fault(
      Fault.Code code, @Nullable ConnectionId connection, @Nullable String message) {
    var wire = new SegmentFault();
    wire.setCode(FaultCode.valueOf(code.name()));
    wire.setConnectionId(connection == null ? null : connection.toString());
    wire.setMessage(message == null ? "" : message);
    return wire;
  }
}
