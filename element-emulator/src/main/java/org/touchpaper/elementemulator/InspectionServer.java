package org.touchpaper.elementemulator;

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
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.touchpaper.elementemulator.dataplane.DataPlaneReport;
import org.touchpaper.elementsession.transcript.TranscriptLine;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Shows the state and transcripts of the emulated elements, and the counters of the data plane:
 * read-only HTTP on 127.0.0.1.
 */
final class InspectionServer implements Closeable {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private static final Pattern ELEMENT_PATH = Pattern.compile("/elements/([^/]+)(/transcript)?");

  private final List<EmulatedElement> elements;
  private final Supplier<DataPlaneReport> dataPlane;
  private final HttpServer server;
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();

  private InspectionServer(
      List<EmulatedElement> elements, Supplier<DataPlaneReport> dataPlane, HttpServer server) {
    this.elements = elements;
    this.dataPlane = dataPlane;
    this.server = server;
  }

  record ElementListEntry(String tid, String model, int port, int entityCount) {}

  /** One element's entities: attributes by kind, then by name. */
  record ElementDetails(
      String tid, String model, int port, Map<String, Map<String, Map<String, String>>> entities) {}

  private record Reply(int status, String contentType, String body) {}

  static InspectionServer start(
      List<EmulatedElement> elements, Supplier<DataPlaneReport> dataPlane, int port)
      throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    var inspectionServer =
        new InspectionServer(elements, dataPlane, HttpServer.create(address, 50));
    inspectionServer.server.setExecutor(inspectionServer.workers);
    inspectionServer.server.createContext("/", inspectionServer::serve);
    inspectionServer.server.start();
    return inspectionServer;
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
              ? route(exchange.getRequestURI().getPath())
              : problem(405, "only GET is supported");
      var body = reply.body().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", reply.contentType());
      exchange.sendResponseHeaders(reply.status(), body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private Reply route(String path) {
    if (path.equals("/health")) {
      return json(Map.of("status", "UP", "name", "elements"));
    }
    if (path.equals("/elements")) {
      return json(elements.stream().map(InspectionServer::summary).toList());
    }
    if (path.equals("/data-plane")) {
      return json(dataPlane.get());
    }
    var match = ELEMENT_PATH.matcher(path);
    if (!match.matches()) {
      return notFound(path);
    }
    Function<EmulatedElement, Reply> view =
        match.group(2) == null ? InspectionServer::details : InspectionServer::transcript;
    return find(match.group(1)).map(view).orElseGet(() -> notFound(path));
  }

  private static Reply details(EmulatedElement element) {
    return json(toDetails(element));
  }

  private Optional<EmulatedElement> find(String tid) {
    return elements.stream().filter(element -> element.tid().equals(tid)).findFirst();
  }

  private static ElementListEntry summary(EmulatedElement element) {
    return new ElementListEntry(
        element.tid(), element.model().label(), element.port(), element.listEntities().size());
  }

  private static ElementDetails toDetails(EmulatedElement element) {
    var entities = new TreeMap<String, Map<String, Map<String, String>>>();
    for (var entity : element.listEntities()) {
      entities
          .computeIfAbsent(entity.kind(), _ -> new TreeMap<>())
          .put(entity.name(), entity.attributes());
    }
    return new ElementDetails(element.tid(), element.model().label(), element.port(), entities);
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

  private static Reply notFound(String path) {
    return problem(404, "not found: " + path);
  }

  private static Reply problem(int status, String detail) {
    var body = Map.of("status", status, "detail", detail);
    return new Reply(status, "application/problem+json", JSON.writeValueAsString(body) + "\n");
  }
}
