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
import org.touchpaper.tl1.message.StrayLine;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.TextBlock;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Prints each message as one line of JSON. */
final class JsonMessageWriter implements MessageWriter {

  private final JsonFactory json = new JsonFactory();
  private final PrintWriter out;

  JsonMessageWriter(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void write(OutputMessage message) {
    var line = new StringWriter();
    try (var object = json.createGenerator(ObjectWriteContext.empty(), line)) {
      object.writeStartObject();
      writeProperties(object, message);
      object.writeEndObject();
    }
    out.println(line);
  }

  @Override
  public void finish() {}

  private static void writeProperties(JsonGenerator object, OutputMessage message) {
    switch (message) {
      case Response response -> {
        object.writeStringProperty("kind", "response");
        writeHeader(object, response.header());
        object.writeStringProperty("ctag", response.ctag());
        object.writeStringProperty(
            "completion", response.getClass().getSimpleName().toUpperCase(Locale.ROOT));
        object.writeStringProperty(
            "errcode", response instanceof Deny deny ? deny.errorCode() : null);
        writeText(object, response.text(), response.terminator());
      }
      case AutonomousMessage report -> {
        object.writeStringProperty("kind", "autonomous");
        writeHeader(object, report.header());
        object.writeStringProperty("almcde", report.alarmCode().symbol());
        object.writeStringProperty("atag", report.atag());
        object.writeStringProperty("verb", report.verb());
        writeText(object, report.text(), report.terminator());
      }
      case Acknowledgement(var code, var ctag) -> {
        object.writeStringProperty("kind", "ack");
        object.writeStringProperty("code", code.name());
        object.writeStringProperty("ctag", ctag);
      }
      case StrayLine(var text) -> {
        object.writeStringProperty("kind", "stray");
        object.writeStringProperty("text", text);
      }
    }
  }

  private static void writeHeader(JsonGenerator object, Header header) {
    object.writeStringProperty("sid", header.sid());
    object.writeStringProperty("date", header.date());
    object.writeStringProperty("time", header.time());
  }

  private static void writeText(JsonGenerator object, TextBlock text, Terminator terminator) {
    writeArray(object, "rows", text.rows());
    writeArray(object, "comments", text.comments());
    object.writeStringProperty(
        "terminator", terminator == Terminator.MISSING ? null : terminator.symbol());
  }

  private static void writeArray(JsonGenerator object, String name, List<String> values) {
    object.writeArrayPropertyStart(name);
    values.forEach(object::writeString);
    object.writeEndArray();
  }
}
