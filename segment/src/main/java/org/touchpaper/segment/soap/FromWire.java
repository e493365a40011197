package org.touchpaper.segment.soap;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.touchpaper.schema.segment.Notify;
import org.touchpaper.schema.segment.Query;
import org.touchpaper.schema.segment.QueryAnswer;
import org.touchpaper.schema.segment.SegmentFault;
import org.touchpaper.schema.segment.Timetable;
import org.touchpaper.schema.segment.TimetableAnswer;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.FreeCapacity;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.ProvisionState;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.ReservationState;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.TimetableQuestion;

/**
 * From the bindings of the contract to the values of the field. The schema has been checked; what
 * it cannot say throws IllegalArgumentException.
 */
final class FromWire {

  private FromWire() {}

  static Requester requester(org.touchpaper.schema.segment.Requester it) {
    var person = it.getOnBehalfOf();
    return new Requester(
        it.getPeer(),
        new Requester.Person(
            person.getName(),
            person.getHomeSite(),
            person.getVirtualOrganisation(),
            person.getRole()),
        it.getCorrelationId());
  }

  static Order order(org.touchpaper.schema.segment.Order it) {
    return new Order(requester(it.getRequester()), id(it.getConnectionId()), it.getVersion());
  }

  static ConnectionId id(String text) {
    return ConnectionId.of(text);
  }

  static ConnectionId id(Query it) {
    return id(it.getConnectionId());
  }

  static Reserve reserve(org.touchpaper.schema.segment.Reserve it) {
    return new Reserve(
        requester(it.getRequester()),
        id(it.getConnectionId()),
        it.getVersion(),
        criteria(it.getCriteria()),
        holder(it.getDecidedBy()));
  }

  private static @Nullable Criteria criteria(org.touchpaper.schema.segment.@Nullable Criteria it) {
    return it == null
        ? null
        : new Criteria(
            Stp.parse(it.getSource()),
            Stp.parse(it.getDestination()),
            it.getBandwidthMbps(),
            schedule(it.getSchedule()));
  }

  private static Schedule schedule(org.touchpaper.schema.segment.Schedule it) {
    return new Schedule(it.getStartTime(), it.getEndTime());
  }

  private static Holder holder(org.touchpaper.schema.segment.Holder it) {
    if (it.getAsker() != null) {
      var asker = it.getAsker();
      return new Holder.Asker(
          asker.getPeer(),
          URI.create(asker.getEndpoint()),
          id(asker.getConnectionId()),
          asker.getVersion());
    }
    if (it.getTransaction() != null) {
      var transaction = it.getTransaction();
      return new Holder.Transaction(
          transaction.getTransactionId(),
          transaction.getAcceptor().stream().map(URI::create).toList());
    }
    return new Holder.Until(it.getHoldUntil());
  }

  static ReserveAnswer answer(org.touchpaper.schema.segment.ReserveAnswer it) {
    if (it.getRefused() != null) {
      return new ReserveAnswer.Refused(refusal(it.getRefused()));
    }
    var held = it.getHeld();
    return new ReserveAnswer.Held(
        Stp.parse(held.getSource()), Stp.parse(held.getDestination()), held.getPath().getHop());
  }

  private static Refusal refusal(org.touchpaper.schema.segment.Refusal it) {
    return new Refusal(
        Refusal.Code.valueOf(it.getCode().name()),
        it.getResource(),
        it.getField(),
        it.getReason(),
        it.getNextFit() == null ? null : schedule(it.getNextFit()));
  }

  static Report report(QueryAnswer it) {
    var connection = id(it.getConnectionId());
    var known = it.getKnown();
    return known == null
        ? new Report.Unknown(connection)
        : new Report.Known(
            connection,
            known.getVersion(),
            known.getHeldVersion(),
            ReservationState.valueOf(known.getReservationState().name()),
            ProvisionState.valueOf(known.getProvisionState().name()),
            LifecycleState.valueOf(known.getLifecycleState().name()),
            DataPlane.valueOf(known.getDataPlane().name()),
            criteria(known.getCriteria()),
            known.getPath().getHop(),
            known.getProblem(),
            known.isReleased());
  }

  static TimetableQuestion question(Timetable it) {
    return new TimetableQuestion(
        requester(it.getRequester()),
        Stp.parse(it.getSource()),
        Stp.parse(it.getDestination()),
        schedule(it.getWindow()),
        it.getBandwidthMbps(),
        it.getDuration());
  }

  static FreeCapacity free(TimetableAnswer it) {
    return new FreeCapacity(
        it.getStep().stream()
            .map(step -> new FreeCapacity.Step(schedule(step.getDuring()), step.getFreeMbps()))
            .toList(),
        it.getStart().stream()
            .map(range -> new FreeCapacity.StartRange(range.getFirstStart(), range.getLastStart()))
            .toList());
  }

  static Notification notification(Notify it) {
    var connection = id(it.getConnectionId());
    if (it.getDataPlaneChanged() != null) {
      var changed = it.getDataPlaneChanged();
      return new Notification.DataPlaneChanged(
          connection,
          it.getAt(),
          DataPlane.valueOf(changed.getDataPlane().name()),
          changed.getDetail());
    }
    return it.getAlarm() != null
        ? new Notification.Alarm(connection, it.getAt(), it.getAlarm())
        : new Notification.ForcedEnd(connection, it.getAt(), it.getForcedEnd());
  }

  static Fault fault(SegmentFault it) {
    return new Fault(
        Fault.Code.valueOf(it.getCode().name()),
        it.getConnectionId() == null ? null : id(it.getConnectionId()),
        it.getMessage());
  }
}
