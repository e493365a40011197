package org.touchpaper.tl1.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Response;
import org.touchpaper.tl1.message.Stray;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.Text;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Messages for programs: a JSON object each, one a line. */
final class JsonSheet implements Sheet {

  private final JsonFactory json = new JsonFactory();
  private final PrintWriter out;

  JsonSheet(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void tell(OutputMessage message) {
    var line = new StringWriter();
    try (var object = json.createGenerator(ObjectWriteContext.empty(), line)) {
      object.writeStartObject();
      write(object, message);
      object.writeEndObject();
    }
    out.println(line);
  }

  @Override
  public void end() {}

  private static void write(JsonGenerator object, OutputMessage message) {
    switch (message) {
      case Response response -> {
        object.writeStringProperty("kind", "response");
        header(object, response.header());
        object.writeStringProperty("ctag", response.ctag());
        object.writeStringProperty(
            "completion", response.getClass().getSimpleName().toUpperCase(Locale.ROOT));
        object.writeStringProperty(
            "errcode", response instanceof Deny deny ? deny.errorCode() : null);
        text(object, response.text(), response.terminator());
      }
      case AutonomousMessage report -> {
        object.writeStringProperty("kind", "autonomous");
        header(object, report.header());
        object.writeStringProperty("almcde", report.alarmCode().sign());
        object.writeStringProperty("atag", report.atag());
        object.writeStringProperty("verb", report.verb());
        text(object, report.text(), report.terminator());
      }
      case Acknowledgement(var code, var ctag) -> {
        object.writeStringProperty("kind", "ack");
        object.writeStringProperty("code", code.name());
        object.writeStringProperty("ctag", ctag);
      }
      case Stray(var text) -> {
        object.writeStringProperty("kind", "stray");
        object.writeStringProperty("text", text);
      }
    }
  }

  private static void header(JsonGenerator object, Header header) {
    object.writeStringProperty("sid", header.sid());
    object.writeStringProperty("date", header.date());
    object.writeStringProperty("time", header.time());
  }

  private static void text(JsonGenerator object, Text text, Terminator terminator) {
    array(object, "rows", text.rows());
    array(object, "comments", text.comments());
    object.writeStringProperty(
        "terminator", terminator == Terminator.MISSING ? null : terminator.sign());
  }

  private static void array(JsonGenerator object, String name, List<String> texts) {
    object.writeArrayPropertyStart(name);
    texts.forEach(object::writeString);
    object.writeEndArray();
  }
}
