package org.touchpaper.harc.client.xml;

import java.util.TreeMap;
import org.touchpaper.harc.client.model.VoteNote;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.schema.harc.Held;
import org.touchpaper.schema.harc.Outcome;
import org.touchpaper.schema.harc.OutcomeName;
import org.touchpaper.schema.harc.Refused;

/** Reads and writes vote notes, the text inside a vote. */
public final class VoteNoteXml {
  private VoteNoteXml() {}

  public static String write(VoteNote note) {
    return switch (note) {
      case VoteNote.Held held -> JaxbXmlWriter.write(toXml(held));
      case VoteNote.Refused refused -> JaxbXmlWriter.write(toXml(refused));
      case VoteNote.Unstructured(var text) -> text;
    };
  }

  private static Held toXml(VoteNote.Held note) {
    var held = new Held();
    for (var booking : note.bookings()) {
      var part = new Held.Part();
      part.setIdent(booking.bookingId());
      part.setReference(booking.reference());
      part.getHop().addAll(booking.path());
      held.getPart().add(part);
    }
    return held;
  }

  private static Refused toXml(VoteNote.Refused note) {
    var refused = new Refused();
    note.refusals().forEach(refusal -> refused.getRefusal().add(toXml(refusal)));
    return refused;
  }

  /**
   * The answer to a client without a BAR: what a commit holds, or why resource managers refused, as
   * elements.
   *
   * @param problem what is wrong and what to do about it; empty if nothing is
   */
  public static String write(String key, TransactionOutcomeResponse report, String problem) {
    var outcome = new Outcome();
    outcome.setKey(key);
    outcome.setOutcome(OutcomeName.valueOf(report.outcome().name()));
    outcome.setProblem(problem.isEmpty() ? null : problem);
    for (var vote : new TreeMap<>(report.votes()).values()) {
      switch (read(vote)) {
        case VoteNote.Held held
            when report.outcome() == TransactionOutcomeResponse.Outcome.COMMIT ->
            outcome.getHeldOrRefused().add(toXml(held));
        case VoteNote.Refused refused -> outcome.getHeldOrRefused().add(toXml(refused));
        case VoteNote.Held _, VoteNote.Unstructured _ -> {}
      }
    }
    return JaxbXmlWriter.write(outcome);
  }

  private static Refused.Refusal toXml(VoteNote.Refusal refusal) {
    var xml = new Refused.Refusal();
    xml.setIdent(refusal.bookingId());
    xml.setCode(refusal.code());
    xml.setResource(refusal.resource());
    xml.setField(refusal.field());
    xml.setPermanent(refusal.isPermanent());
    var nextFit = refusal.nextFit();
    if (nextFit != null) {
      xml.setNextStart(nextFit.startTime());
      xml.setNextEnd(nextFit.endTime());
    }
    xml.setValue(refusal.reason());
    return xml;
  }

  /** The note of a vote; any other text becomes {@link VoteNote.Unstructured}. */
  public static VoteNote read(Vote vote) {
    if (vote.note().isBlank()) {
      return new VoteNote.Unstructured("");
    }
    try {
      return vote.isPrepared() ? held(vote.note()) : refused(vote.note());
    } catch (MalformedMessageException e) {
      return new VoteNote.Unstructured(vote.note());
    }
  }

  private static VoteNote held(String text) {
    return new VoteNote.Held(
        ValidatingXmlReader.read(text, Held.class).getPart().stream()
            .map(part ->
                new VoteNote.HeldBooking(part.getIdent(), part.getReference(), part.getHop()))
            .toList());
  }

  private static VoteNote refused(String text) {
    return new VoteNote.Refused(
        ValidatingXmlReader.read(text, Refused.class).getRefusal().stream()
            .map(VoteNoteXml::refusal)
            .toList());
  }

  private static VoteNote.Refusal refusal(Refused.Refusal refusal) {
    return new VoteNote.Refusal(
        refusal.getIdent(),
        refusal.getCode(),
        refusal.getResource(),
        refusal.getField(),
        refusal.getValue(),
        refusal.isPermanent(),
        VoteNote.window(refusal.getNextStart(), refusal.getNextEnd()));
  }
}
