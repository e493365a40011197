package org.touchpaper.bar.desk;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The elements of an NSAP, as it shows them to a broker: London has a lot to tell, NE 1 little. */
public final class FakeElements implements HttpHandler {

  private static final String SUMMARY =
      """
      "name":"LONDON","service":"nsap","dialect":"coredirector","address":"127.0.0.1:10201",
      "state":"CONNECTED","since":"2026-12-01T19:00:00.123Z","lastHeard":"2026-12-01T19:59:58Z",
      "circuits":2,"alarms":1,"drifts":1,"field-to-come":true
      """;

  private static final String BLANK = SUMMARY.replace("LONDON", "NE 1");

  private static final String NOTHING =
      """
      ,"holds":{"readAt":"2026-12-01T20:00:00Z","items":[
        {"connectionId":"7c8a2f10-0000-0000-0000-000000000002","kind":"CRS","key":"1-A-1-3",
         "owner":"TP-AB9876543211","attributes":{},"wanted":true,"found":"NOTHING"}]},
      "standing":[],"reports":[],"drift":[]
      """;

  private static final String DETAIL =
      """
      ,"holds":{"readAt":"2026-12-01T20:00:00Z","items":[
        {"connectionId":"7c8a2f10-0000-0000-0000-000000000000","kind":"CRS","key":"1-A-1-1",
         "owner":"TP-0123456789AB","attributes":{},"wanted":true,"found":"AS_WANTED"},
        {"connectionId":"7c8a2f10-0000-0000-0000-000000000001","kind":"CRS","key":"1-A-1-2",
         "owner":"TP-AB9876543210","attributes":{},"wanted":true,"found":"FOREIGN",
         "holder":"NOT-OURS"},
        {"connectionId":"7c8a2f10-0000-0000-0000-000000000002","kind":"CRS","key":"1-A-1-3",
         "owner":"TP-AB9876543211","attributes":{},"wanted":true,"found":"NOTHING"}]},
      "impairing":{"alarms":[{"port":"1-A-1-1","words":"LOS on 1-A-1-1 of LONDON",
         "connections":["7c8a2f10-0000-0000-0000-000000000000"]}]},
      "standing":[{"heardAt":"2026-12-01T19:30:00Z","severity":"CRITICAL","serviceAffecting":true,
         "aid":"1-A-1-1","condition":"LOS","description":"Loss <of> signal"}],
      "reports":[{"at":"2026-12-01T19:30:00Z","kind":"REPT ALM OC192","rows":["1-A-1-1:CR,LOS"]}],
      "drift":[{"at":"2026-12-01T19:40:00Z","connectionId":"7c8a2f10","what":"lost in a restart",
         "done":"REPAIRED"},
         {"at":"2026-12-01T19:50:00Z","what":"TP-000000000000 is in no books: GTP X",
         "done":"UNBOOKED"}]
      """;

  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private volatile boolean isShown = true;

  /** From now on whoever asks for one in full sees it, or is hung up on. */
  public void showInFull(boolean shown) {
    isShown = shown;
  }

  /** London says this to whoever follows it. */
  public void say(String line) {
    lines.add(line);
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      var uri = exchange.getRequestURI();
      switch (uri.getPath()) {
        case "/elements" -> answer(exchange, "{\"elements\":[{" + SUMMARY + "},{" + BLANK + "}]}");
        case "/elements/NE 1" -> answer(exchange, "{" + BLANK + NOTHING + "}");
        case "/elements/NE 1/transcript" -> answer(exchange, "-> RTRV-HDR:\"NE 1\"::1;\n");
        case "/elements/LONDON" -> {
          if (isShown) {
            answer(exchange, "{" + SUMMARY + DETAIL + "}");
          }
        }
        case "/elements/LONDON/transcript" -> {
          if (uri.getQuery().contains("follow")) {
            follow(exchange);
          } else {
            answer(exchange, "-> RTRV-HDR:LONDON::1;\n");
          }
        }
        default -> exchange.sendResponseHeaders(404, -1);
      }
    }
  }

  private void follow(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    try {
      while (true) {
        var line = lines.take() + "\n";
        exchange.getResponseBody().write(line.getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void answer(HttpExchange exchange, String body) throws IOException {
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
