package org.touchpaper.harc.rm.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.Action.Cancel;
import org.touchpaper.harc.client.ActionXml;
import org.touchpaper.harc.client.MalformedMessage;
import org.touchpaper.harc.client.Note;
import org.touchpaper.harc.client.NoteXml;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.HoldAnswer.Reason;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.Work;
import org.touchpaper.harc.rm.vote.UnreadableWork;
import org.touchpaper.harc.rm.vote.WorkReader;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;

/** Actions and notes as HARC's XML. */
public final class WorkXml implements WorkReader {
  private static final UUID OTHER_IDS = UUID.fromString("c1d7a8f2-4be0-5f0e-9a37-6b8a50f0d2aa");

  /** Loads the schema, which takes a while, before the first Prepare waits for it. */
  public WorkXml() {
    ActionXml.read(ActionXml.write("any", List.of(new Cancel("any"))));
  }

  @Override
  public List<Action> read(TransactionId transaction, Actions actions) {
    try {
      var read = new ArrayList<Action>();
      for (var action : ActionXml.read(actions)) {
        read.add(action(transaction, action, read.size() + 1));
      }
      return read;
    } catch (MalformedMessage | IllegalArgumentException e) {
      throw new UnreadableWork(String.valueOf(e.getMessage()));
    }
  }

  private static Action action(
      TransactionId transaction, org.touchpaper.harc.client.Action action, int number) {
    return switch (action) {
      case org.touchpaper.harc.client.Action.Make(var ident, var owner, var schedule, var wanted) ->
          new Action.Make(
              nameOf(transaction, ident, wanted, number),
              owner == null ? null : person(owner),
              new Schedule(schedule.startTime(), schedule.endTime()),
              work(wanted));
      case org.touchpaper.harc.client.Action.Cancel(var ident) -> new Action.Cancel(ident);
      case org.touchpaper.harc.client.Action.Modify(var ident, var schedule, var wanted) ->
          new Action.Modify(
              ident,
              schedule == null ? null : new Schedule(schedule.startTime(), schedule.endTime()),
              wanted == null ? null : work(wanted));
    };
  }

  private static Person person(org.touchpaper.harc.client.Action.Owner owner) {
    return new Person(owner.name(), owner.homeSite(), owner.virtualOrganisations(), owner.role());
  }

  /**
   * A Make without a name (PoS(ESLEA)016 Figure 3 has none) gets one that follows from its place.
   */
  private static String nameOf(
      TransactionId transaction,
      String ident,
      org.touchpaper.harc.client.Action.Work wanted,
      int number) {
    if (!ident.equals(org.touchpaper.harc.client.Action.NAMELESS)) {
      return ident;
    }
    var kind = kind(wanted);
    var id = transaction.value();
    var dot = id.lastIndexOf('.');
    var coallocation = dot < 0 ? null : uuid(id.substring(0, dot));
    return coallocation == null
        ? ConnectionId.nameBased(OTHER_IDS, id + "/" + kind + "/" + number).toString()
        : ConnectionId.nameBased(coallocation, id.substring(dot + 1) + "/" + kind + "/" + number)
            .toString();
  }

  private static String kind(org.touchpaper.harc.client.Action.Work wanted) {
    return switch (wanted) {
      case org.touchpaper.harc.client.Action.Path _ -> "lightpath";
      case org.touchpaper.harc.client.Action.Compute _, org.touchpaper.harc.client.Action.Other _ ->
          "compute";
      case org.touchpaper.harc.client.Action.Units _ -> "units";
    };
  }

  private static @Nullable UUID uuid(String text) {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static Work work(org.touchpaper.harc.client.Action.Work wanted) {
    return switch (wanted) {
      case org.touchpaper.harc.client.Action.Path(var from, var to, var bandwidth) ->
          new Work.Path(from, to, bandwidth);
      case org.touchpaper.harc.client.Action.Compute(var resource, var nodes) ->
          new Work.Compute(resource, nodes);
      case org.touchpaper.harc.client.Action.Units(var resource, var unit, var amount) ->
          new Work.Units(resource, unit, amount);
      case org.touchpaper.harc.client.Action.Other(var name) ->
          throw new UnreadableWork("nothing here does the Work called " + name);
    };
  }

  @Override
  public String heldNote(List<Part> parts) {
    return NoteXml.write(
        new Note.Held(
            parts.stream()
                .map(part -> new Note.Part(part.ident(), part.reference(), part.path()))
                .toList()));
  }

  @Override
  public String refusedNote(List<Reason> reasons) {
    return NoteXml.write(
        new Note.Refused(
            reasons.stream().map(each -> refusal(each.ident(), each.refusal())).toList()));
  }

  @Override
  public String unreadableNote(TransactionId transaction, String reason) {
    var refusal = new Refusal(Refusal.Code.NOT_ALLOWED, "resource manager", "Work", reason, null);
    return refusedNote(List.of(new Reason(transaction.value(), refusal)));
  }

  private static Note.Refusal refusal(String ident, Refusal refusal) {
    var next = refusal.nextFit();
    return new Note.Refusal(
        ident,
        refusal.code().name(),
        refusal.resource(),
        refusal.field(),
        refusal.reason(),
        refusal.code().isPermanent(),
        next == null
            ? null
            : new org.touchpaper.harc.client.Action.Schedule(next.startTime(), next.endTime()));
  }
}
