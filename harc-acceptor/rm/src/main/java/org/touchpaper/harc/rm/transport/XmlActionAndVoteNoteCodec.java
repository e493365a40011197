package org.touchpaper.harc.rm.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.model.HarcAction.Cancel;
import org.touchpaper.harc.client.model.VoteNote;
import org.touchpaper.harc.client.xml.HarcActionXml;
import org.touchpaper.harc.client.xml.MalformedMessageException;
import org.touchpaper.harc.client.xml.VoteNoteXml;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.PrepareResult.ActionRefusal;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.harc.rm.voting.ActionAndVoteNoteCodec;
import org.touchpaper.harc.rm.voting.MalformedWorkException;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/** Reads actions and writes vote notes as HARC's XML. */
public final class XmlActionAndVoteNoteCodec implements ActionAndVoteNoteCodec {
  private static final UUID FALLBACK_NAMESPACE =
      UUID.fromString("c1d7a8f2-4be0-5f0e-9a37-6b8a50f0d2aa");

  /** Loads the schema, which is slow, before the first Prepare arrives. */
  public XmlActionAndVoteNoteCodec() {
    HarcActionXml.read(HarcActionXml.write("any", List.of(new Cancel("any"))));
  }

  @Override
  public List<BookingAction> readActions(
      TransactionId transaction, ResourceManagerActions actions) {
    try {
      var decoded = new ArrayList<BookingAction>();
      for (var action : HarcActionXml.read(actions)) {
        decoded.add(action(transaction, action, decoded.size() + 1));
      }
      return decoded;
    } catch (MalformedMessageException | IllegalArgumentException e) {
      throw new MalformedWorkException(String.valueOf(e.getMessage()));
    }
  }

  private static BookingAction action(
      TransactionId transaction, org.touchpaper.harc.client.model.HarcAction action, int position) {
    return switch (action) {
      case org.touchpaper.harc.client.model.HarcAction.Make(
              var bookingId,
              var owner,
              var schedule,
              var work) ->
          new BookingAction.Make(
              bookingIdOf(transaction, bookingId, work, position),
              owner == null ? null : person(owner),
              new Schedule(schedule.startTime(), schedule.endTime()),
              work(work));
      case org.touchpaper.harc.client.model.HarcAction.Cancel(var bookingId) ->
          new BookingAction.Cancel(bookingId);
      case org.touchpaper.harc.client.model.HarcAction.Modify(
              var bookingId,
              var schedule,
              var work) ->
          new BookingAction.Modify(
              bookingId,
              schedule == null ? null : new Schedule(schedule.startTime(), schedule.endTime()),
              work == null ? null : work(work));
    };
  }

  private static Person person(org.touchpaper.harc.client.model.HarcAction.Owner owner) {
    return new Person(owner.name(), owner.homeSite(), owner.virtualOrganisations(), owner.role());
  }

  /** The id of a Make without one (PoS(ESLEA)016 Figure 3): derived from its position. */
  private static String bookingIdOf(
      TransactionId transaction,
      String bookingId,
      org.touchpaper.harc.client.model.HarcAction.Work work,
      int position) {
    if (!bookingId.equals(org.touchpaper.harc.client.model.HarcAction.UNASSIGNED_ID)) {
      return bookingId;
    }
    var kind = kind(work);
    var id = transaction.value();
    var dot = id.lastIndexOf('.');
    var coAllocationId = dot < 0 ? null : uuid(id.substring(0, dot));
    return coAllocationId == null
        ? ConnectionId.nameBased(FALLBACK_NAMESPACE, id + "/" + kind + "/" + position).toString()
        : ConnectionId.nameBased(
                coAllocationId, id.substring(dot + 1) + "/" + kind + "/" + position)
            .toString();
  }

  private static String kind(org.touchpaper.harc.client.model.HarcAction.Work work) {
    return switch (work) {
      case org.touchpaper.harc.client.model.HarcAction.Lightpath _ -> "lightpath";
      case org.touchpaper.harc.client.model.HarcAction.ComputeNodes _,
          org.touchpaper.harc.client.model.HarcAction.UnknownWork _ ->
          "compute";
      case org.touchpaper.harc.client.model.HarcAction.ResourceUnits _ -> "units";
    };
  }

  private static @Nullable UUID uuid(String text) {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static ResourceRequest work(org.touchpaper.harc.client.model.HarcAction.Work work) {
    return switch (work) {
      case org.touchpaper.harc.client.model.HarcAction.Lightpath(var from, var to, var bandwidth) ->
          new ResourceRequest.Path(from, to, bandwidth);
      case org.touchpaper.harc.client.model.HarcAction.ComputeNodes(
              var resource,
              var nodes,
              var run) ->
          new ResourceRequest.Compute(resource, nodes, run);
      case org.touchpaper.harc.client.model.HarcAction.ResourceUnits(
              var resource,
              var unit,
              var amount) ->
          new ResourceRequest.Units(resource, unit, amount);
      case org.touchpaper.harc.client.model.HarcAction.UnknownWork(var name) ->
          throw new MalformedWorkException("unsupported Work element " + name);
    };
  }

  @Override
  public String heldNote(List<ActionStatusDetails> statuses) {
    return VoteNoteXml.write(
        new VoteNote.Held(
            statuses.stream()
                .map(status ->
                    new VoteNote.HeldBooking(status.bookingId(), status.reference(), status.path()))
                .toList()));
  }

  @Override
  public String refusedNote(List<ActionRefusal> refusals) {
    return VoteNoteXml.write(
        new VoteNote.Refused(
            refusals.stream()
                .map(actionRefusal -> refusal(actionRefusal.bookingId(), actionRefusal.refusal()))
                .toList()));
  }

  @Override
  public String malformedNote(TransactionId transaction, String reason) {
    var refusal = new Refusal(Refusal.Code.NOT_ALLOWED, "resource manager", "Work", reason, null);
    return refusedNote(List.of(new ActionRefusal(transaction.value(), refusal)));
  }

  private static VoteNote.Refusal refusal(String bookingId, Refusal refusal) {
    var next = refusal.nextFit();
    return new VoteNote.Refusal(
        bookingId,
        refusal.code().name(),
        refusal.resource(),
        refusal.field(),
        refusal.reason(),
        refusal.code().isPermanent(),
        next == null
            ? null
            : new org.touchpaper.harc.client.model.HarcAction.Schedule(
                next.startTime(), next.endTime()));
  }
}
