package org.touchpaper.harc.client;

import org.touchpaper.harc.commit.Vote;
import org.touchpaper.schema.harc.Held;
import org.touchpaper.schema.harc.Refused;

/** Notes as the text inside a vote. */
public final class NoteXml {
  private NoteXml() {}

  public static String write(Note note) {
    return switch (note) {
      case Note.Held(var parts) -> {
        var xml = XmlText.root("h:Held").in();
        for (var part : parts) {
          xml.tag("h:Part").attribute("ident", part.ident());
          xml.attribute("reference", part.reference()).in();
          part.path().forEach(hop -> xml.element("h:Hop", hop));
          xml.end("h:Part");
        }
        yield xml.end("h:Held").toString();
      }
      case Note.Refused(var refusals) -> {
        var xml = XmlText.root("h:Refused").in();
        refusals.forEach(refusal -> refusal(xml, refusal));
        yield xml.end("h:Refused").toString();
      }
      case Note.None(var text) -> text;
    };
  }

  private static void refusal(XmlText xml, Note.Refusal refusal) {
    xml.tag("h:Refusal").attribute("ident", refusal.ident()).attribute("code", refusal.code());
    xml.attribute("resource", refusal.resource()).attribute("field", refusal.field());
    xml.attribute("permanent", refusal.permanent());
    var next = refusal.nextFit();
    if (next != null) {
      xml.attribute("nextStart", HarcXml.time(next.startTime()));
      xml.attribute("nextEnd", HarcXml.time(next.endTime()));
    }
    xml.in().text(refusal.reason()).end("h:Refusal");
  }

  /** The note of a vote; a text that is none is given back as it is. */
  public static Note read(Vote vote) {
    if (vote.note().isBlank()) {
      return new Note.None("");
    }
    try {
      return vote.isPrepared() ? held(vote.note()) : refused(vote.note());
    } catch (MalformedMessage e) {
      return new Note.None(vote.note());
    }
  }

  private static Note held(String text) {
    return new Note.Held(
        XmlReader.read(text, Held.class).getPart().stream()
            .map(part -> new Note.Part(part.getIdent(), part.getReference(), part.getHop()))
            .toList());
  }

  private static Note refused(String text) {
    return new Note.Refused(
        XmlReader.read(text, Refused.class).getRefusal().stream().map(NoteXml::refusal).toList());
  }

  private static Note.Refusal refusal(Refused.Refusal refusal) {
    return new Note.Refusal(
        refusal.getIdent(),
        refusal.getCode(),
        refusal.getResource(),
        refusal.getField(),
        refusal.getValue(),
        refusal.isPermanent(),
        Note.window(refusal.getNextStart(), refusal.getNextEnd()));
  }
}
