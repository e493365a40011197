package org.touchpaper.harc.client.xml;

import org.touchpaper.harc.client.model.VoteNote;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.schema.harc.Held;
import org.touchpaper.schema.harc.Refused;

/** Reads and writes vote notes, the text inside a vote. */
public final class VoteNoteXml {
  private VoteNoteXml() {}

  public static String write(VoteNote note) {
    return switch (note) {
      case VoteNote.Held(var bookings) -> {
        var xml = XmlWriter.root("h:Held").endStartTag();
        for (var booking : bookings) {
          xml.startElement("h:Part").attribute("ident", booking.bookingId());
          xml.attribute("reference", booking.reference()).endStartTag();
          booking.path().forEach(hop -> xml.element("h:Hop", hop));
          xml.endElement("h:Part");
        }
        yield xml.endElement("h:Held").toString();
      }
      case VoteNote.Refused(var refusals) -> {
        var xml = XmlWriter.root("h:Refused").endStartTag();
        refusals.forEach(refusal -> refusal(xml, refusal));
        yield xml.endElement("h:Refused").toString();
      }
      case VoteNote.Unstructured(var text) -> text;
    };
  }

  private static void refusal(XmlWriter xml, VoteNote.Refusal refusal) {
    xml.startElement("h:Refusal")
        .attribute("ident", refusal.bookingId())
        .attribute("code", refusal.code());
    xml.attribute("resource", refusal.resource()).attribute("field", refusal.field());
    xml.attribute("permanent", refusal.isPermanent());
    var nextFit = refusal.nextFit();
    if (nextFit != null) {
      xml.attribute("nextStart", HarcXml.formatTime(nextFit.startTime()));
      xml.attribute("nextEnd", HarcXml.formatTime(nextFit.endTime()));
    }
    xml.endStartTag().text(refusal.reason()).endElement("h:Refusal");
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
