package org.touchpaper.tl1.element;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.touchpaper.tl1.session.TranscriptLine;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Shows over HTTP, on 127.0.0.1 and read-only, what the emulated elements hold and have heard. */
final class Control implements Closeable {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private static final Pattern ELEMENT = Pattern.compile("/elements/([^/]+)(/transcript)?");

  private final List<EmulatedElement> elements;
  private final HttpServer server;
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();

  private Control(List<EmulatedElement> elements, HttpServer server) {
    this.elements = elements;
    this.server = server;
  }

  /** One line of the list of elements. */
  record Summary(String tid, String dialect, int port, int entities) {}

  /** What one element holds: by kind, then by name, the attributes. */
  record Holdings(
      String tid, String dialect, int port, Map<String, Map<String, Map<String, String>>> holds) {}

  private record Reply(int status, String type, String body) {}

  static Control start(List<EmulatedElement> elements, int port) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    var control = new Control(elements, HttpServer.create(address, 50));
    control.server.setExecutor(control.workers);
    control.server.createContext("/", control::serve);
    control.server.start();
    return control;
  }

  int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    workers.shutdownNow();
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      var reply =
          exchange.getRequestMethod().equals("GET")
              ? reply(exchange.getRequestURI().getPath())
              : problem(405, "only GET is answered here");
      var body = reply.body().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", reply.type());
      exchange.sendResponseHeaders(reply.status(), body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private Reply reply(String path) {
    if (path.equals("/health")) {
      return json(Map.of("status", "UP", "name", "elements"));
    }
    if (path.equals("/elements")) {
      return json(elements.stream().map(Control::summary).toList());
    }
    var match = ELEMENT.matcher(path);
    if (!match.matches()) {
      return unknown(path);
    }
    Function<EmulatedElement, Reply> shown =
        match.group(2) == null ? Control::held : Control::transcript;
    return find(match.group(1)).map(shown).orElseGet(() -> unknown(path));
  }

  private static Reply held(EmulatedElement element) {
    return json(holdings(element));
  }

  private Optional<EmulatedElement> find(String tid) {
    return elements.stream().filter(each -> each.tid().equals(tid)).findFirst();
  }

  private static Summary summary(EmulatedElement element) {
    return new Summary(
        element.tid(), element.dialect().label(), element.port(), element.holds().size());
  }

  private static Holdings holdings(EmulatedElement element) {
    var holds = new TreeMap<String, Map<String, Map<String, String>>>();
    for (var entity : element.holds()) {
      holds
          .computeIfAbsent(entity.kind(), _ -> new TreeMap<>())
          .put(entity.name(), entity.attributes());
    }
    return new Holdings(element.tid(), element.dialect().label(), element.port(), holds);
  }

  private static Reply transcript(EmulatedElement element) {
    return new Reply(
        200,
        "text/plain; charset=utf-8",
        element.transcript().stream()
            .map(TranscriptLine::toString)
            .map(line -> line + "\n")
            .collect(Collectors.joining()));
  }

  private static Reply json(Object value) {
    return new Reply(200, "application/json", JSON.writeValueAsString(value) + "\n");
  }

  private static Reply unknown(String path) {
    return problem(404, "nothing is known of " + path);
  }

  private static Reply problem(int status, String detail) {
    var body = Map.of("status", status, "detail", detail);
    return new Reply(status, "application/problem+json", JSON.writeValueAsString(body) + "\n");
  }
}
