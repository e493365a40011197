package org.touchpaper.tl1.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Response;
import org.touchpaper.tl1.message.StrayLine;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.TextBlock;
import tools.jackson.databind.json.JsonMapper;

/** Prints each message as one line of JSON. */
record JsonMessageWriter(PrintWriter out) implements MessageWriter {

  @Override
  public void write(OutputMessage message) {
    out.println(JsonMapper.shared().writeValueAsString(properties(message)));
  }

  @Override
  public void finish() {}

  private static Map<String, @Nullable Object> properties(OutputMessage message) {
    var properties = new LinkedHashMap<String, @Nullable Object>();
    switch (message) {
      case Response response -> {
        properties.put("kind", "response");
        putHeader(properties, response.header());
        properties.put("ctag", response.ctag());
        properties.put("completion", response.completionCode());
        properties.put("errcode", response instanceof Deny deny ? deny.errorCode() : null);
        putText(properties, response.text(), response.terminator());
      }
      case AutonomousMessage report -> {
        properties.put("kind", "autonomous");
        putHeader(properties, report.header());
        properties.put("almcde", report.alarmCode().symbol());
        properties.put("atag", report.atag());
        properties.put("verb", report.verb());
        putText(properties, report.text(), report.terminator());
      }
      case Acknowledgement(var code, var ctag) -> {
        properties.put("kind", "ack");
        properties.put("code", code.name());
        properties.put("ctag", ctag);
      }
      case StrayLine(var text) -> {
        properties.put("kind", "stray");
        properties.put("text", text);
      }
    }
    return properties;
  }

  private static void putHeader(Map<String, @Nullable Object> properties, Header header) {
    properties.put("sid", header.sid());
    properties.put("date", header.date());
    properties.put("time", header.time());
  }

  private static void putText(
      Map<String, @Nullable Object> properties, TextBlock text, Terminator terminator) {
    properties.put("rows", text.rows());
    properties.put("comments", text.comments());
    properties.put("terminator", terminator == Terminator.MISSING ? null : terminator.symbol());
  }
}
