package org.touchpaper.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.touchpaper.demo.script.Question;
import org.touchpaper.demo.script.World;
import org.touchpaper.platform.SecretFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers the demo's questions by asking the running network over its own protocols, as a peer
 * called {@code demo}: nothing is taken from what the launcher happens to know.
 */
final class Witness implements World, AutoCloseable {

  static final String NAME = "demo";

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String ALLOWED = "switchport trunk allowed vlan";
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Pattern OUTCOME = Pattern.compile("outcome=\"([A-Z_]+)\"");
  private static final Pattern PHASE = Pattern.compile("phase=\"([A-Z_]+)\"");
  private static final Pattern STEP =
      Pattern.compile("<(?:\\w+:)?step>.*?</(?:\\w+:)?step>", Pattern.DOTALL);
  private static final String SCIENTIST =
      "Basic "
          + Base64.getEncoder()
              .encodeToString("scientist:scientist".getBytes(StandardCharsets.UTF_8));

  private final DataDirectory data;
  private final Ports ports;
  private final RunningNetwork network;
  private final Runnable tearDown;
  private final Clock clock = Clock.systemUTC();
  private final Health health;
  private final ExecutorService background = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, CompletableFuture<String>> calls = new ConcurrentHashMap<>();
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();

  Witness(DataDirectory data, Ports ports, RunningNetwork network, Runnable tearDown) {
    this.data = data;
    this.ports = ports;
    this.network = network;
    this.tearDown = tearDown;
    this.health = new Health(ports);
  }

  @Override
  public String ask(Question question) {
    return switch (question) {
      case Question.Now _ -> clock.instant().truncatedTo(ChronoUnit.MILLIS).toString();
      case Question.Pause(var length) -> pause(length);
      case Question.Key _ -> UUID.randomUUID().toString();
      case Question.Call(var method, var path, var body, var key) -> call(method, path, body, key);
      case Question.CallInBackground(var path, var body, var key) -> begin(path, body, key);
      case Question.Collect(var key) -> calls.getOrDefault(key, never(key)).join();
      case Question.Elements _ -> elements();
      case Question.Transcript(var tid) ->
          body(get("elements", "/elements/" + tid + "/transcript"));
      case Question.Allocations _ -> allocations();
      case Question.Decision(var process, var transaction) -> decision(process, transaction);
      case Question.Segment(var service, var connection) -> segment(service, connection);
      case Question.Timetables(var from, var to) -> timetables(from, to);
      case Question.Arm(var acceptor, var point) -> arm(acceptor, point);
      case Question.Stopped(var acceptor) -> Boolean.toString(!health.isUp(acceptor));
      case Question.Kill(var process) -> kill(process);
      case Question.Healthy(var process) -> Boolean.toString(health.isUp(process));
      case Question.TearDown _ -> tearDown();
    };
  }

  private static CompletableFuture<String> never(String key) {
    return CompletableFuture.completedFuture("0 no call was made with the key " + key);
  }

  private static String pause(Duration length) {
    try {
      Thread.sleep(length);
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CannotStart("interrupted");
    }
  }

  private String call(String method, String path, String body, String key) {
    var request =
        HttpRequest.newBuilder(URI.create(ports.url("bar-ucl") + path))
            .timeout(PATIENCE)
            .header("Authorization", SCIENTIST)
            .header("Content-Type", "application/json")
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!key.isEmpty()) {
      request.header("Idempotency-Key", key);
    }
    return shown(send(request));
  }

  private String begin(String path, String body, String key) {
    calls.put(key, CompletableFuture.supplyAsync(() -> call("POST", path, body, key), background));
    return "";
  }

  /** Status and body; an exchange that failed has the status 0. */
  private record Exchange(int status, String body) {}

  private static String shown(Exchange exchange) {
    return exchange.status() + " " + exchange.body();
  }

  private static String body(Exchange exchange) {
    return exchange.status() == 200 ? exchange.body() : shown(exchange);
  }

  private Exchange get(String part, String path) {
    return send(asPeer(part, path).GET());
  }

  private HttpRequest.Builder asPeer(String part, String path) {
    var request =
        HttpRequest.newBuilder(URI.create(ports.url(part) + path)).timeout(Duration.ofSeconds(5));
    if (!part.equals("elements")) {
      request
          .header("Touchpaper-Peer", NAME)
          .header("Authorization", "Bearer " + SecretFile.read(data.secret(NAME, part)));
    }
    return request;
  }

  private Exchange send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
      return new Exchange(answer.statusCode(), answer.body());
    } catch (IOException e) {
      return new Exchange(0, e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Exchange(0, "interrupted");
    }
  }

  /** What each holds, in one object; lists and names in a fixed order, so that texts compare. */
  private String elements() {
    var held = JSON.createObjectNode();
    for (var element : JSON.readTree(body(get("elements", "/elements")))) {
      var tid = element.path("tid").asString("");
      held.set(tid, busy(JSON.readTree(body(get("elements", "/elements/" + tid))).path("holds")));
    }
    return held.toString();
  }

  /** A trunk that carries no VLAN holds nothing, however the port was dressed for it. */
  private static JsonNode busy(JsonNode holds) {
    if (holds instanceof ObjectNode kinds && kinds.get("INTERFACE") instanceof ObjectNode ports) {
      ports.removeIf(port -> port.path(ALLOWED).asString("").equals("none"));
      if (ports.isEmpty()) {
        kinds.remove("INTERFACE");
      }
    }
    return holds;
  }

  private String allocations() {
    var files = new TreeMap<String, String>();
    var directory = data.of("newton").resolve("allocations");
    if (Files.isDirectory(directory)) {
      try (var found = Files.list(directory)) {
        for (var file : found.filter(Files::isRegularFile).sorted().toList()) {
          files.put(name(file), Files.readString(file));
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + directory, e);
      }
    }
    return JSON.writeValueAsString(files);
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  private String decision(String process, String transaction) {
    if (process.startsWith("bar-")) {
      return ofTheBroker(transaction.substring(0, transaction.lastIndexOf('.')));
    }
    if (process.startsWith("rm-")) {
      var answer = get(process, "/harc/query?transaction=" + transaction);
      return answer.status() == 200 ? ofPhase(first(PHASE, answer.body())) : shown(answer);
    }
    var answer = get(process, "/harc/transactions/" + transaction);
    return answer.status() == 0 ? "DOWN" : first(OUTCOME, answer.body());
  }

  /** The broker names a decision by the state it shows. */
  private String ofTheBroker(String id) {
    var booking = json(call("GET", "/api/v1/co-allocations/" + id, "", ""));
    return switch (booking.path("state").asString("")) {
      case "COMMITTED", "ACTIVE", "ENDED", "CANCELLED", "FAILED" -> "COMMIT";
      case "REFUSED" -> "ABORT";
      default -> "UNDECIDED";
    };
  }

  private static String ofPhase(String phase) {
    return switch (phase) {
      case "COMMITTED" -> "COMMIT";
      case "ABORTED" -> "ABORT";
      default -> phase;
    };
  }

  private static String first(Pattern pattern, String text) {
    var match = pattern.matcher(text);
    return match.find() ? match.group(1) : text;
  }

  private static JsonNode json(String exchange) {
    return JSON.readTree(exchange.substring(exchange.indexOf(' ') + 1));
  }

  /**
   * Asks a segment about its share of a circuit, over SOAP. Which id it goes by there is the
   * broker's to say; what became of it, the segment's.
   */
  private String segment(String service, String connection) {
    var ids = idsAt(service, connection);
    if (ids.isEmpty()) {
      return "UNKNOWN";
    }
    var states = ids.stream().map(id -> stateAt(service, id)).distinct().toList();
    return states.size() == 1 ? states.getFirst() : states.toString();
  }

  private List<String> idsAt(String service, String connection) {
    if (service.equals("bar-ucl")) {
      return List.of(connection);
    }
    var shares = json(call("GET", "/api/v1/reservations/" + connection, "", "")).path("segments");
    var direct = idsOf(shares, service);
    if (!direct.isEmpty() || !service.startsWith("lnsap-")) {
      return direct;
    }
    return idsOf(shares, "bar-" + service.substring("lnsap-".length())).stream()
        .map(id -> ConnectionIds.firstPart(id))
        .toList();
  }

  private static List<String> idsOf(JsonNode shares, String peer) {
    return shares
        .valueStream()
        .filter(share -> share.path("peer").asString("").equals(peer))
        .map(share -> share.path("segmentId").asString(""))
        .toList();
  }

  private String stateAt(String service, String id) {
    var answer = soap(service, "<s:query>%s<s:connectionId>%s</s:connectionId></s:query>", id);
    var text = answer.body();
    if (answer.status() != 200) {
      return shown(answer);
    }
    if (text.contains("unknown")) {
      return "UNKNOWN";
    }
    var committed = !text.contains("version>0</");
    return committed ? "COMMITTED" : text.contains("RESERVE_HELD") ? "HELD" : "ABORTED";
  }

  private Exchange soap(String service, String body, String id) {
    var requester =
        "<s:requester><s:peer>"
            + NAME
            + "</s:peer><s:onBehalfOf><s:name>scientist</s:name><s:homeSite>ucl</s:homeSite>"
            + "<s:role>scientist</s:role></s:onBehalfOf><s:correlationId>"
            + UUID.randomUUID()
            + "</s:correlationId></s:requester>";
    var envelope =
        "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\""
            + " xmlns:s=\"urn:touchpaper:segment:1\"><e:Body>"
            + body.formatted(requester, id)
            + "</e:Body></e:Envelope>";
    return send(
        asPeer(service, "/services/Segment")
            .header("Content-Type", "text/xml; charset=utf-8")
            .header("SOAPAction", "\"\"")
            .POST(BodyPublishers.ofString(envelope)));
  }

  /** The free steps of the cluster, of the whole way, and of each segment for itself. */
  private String timetables(String from, String to) {
    var all = new StringBuilder();
    for (var resource : List.of("newton", "vis.ucl..newton.manchester")) {
      var path = "/api/v1/timetable?resource=" + resource + "&from=" + from + "&to=" + to;
      all.append(resource).append(' ').append(call("GET", path, "", "")).append('\n');
    }
    Segments.ENDS.forEach((service, ends) ->
        all.append(service).append(' ').append(free(service, ends, from, to)).append('\n'));
    return all.toString();
  }

  private String free(String service, Segments.Ends ends, String from, String to) {
    var window =
        "<s:source>%s</s:source><s:destination>%s</s:destination><s:window><s:startTime>%s</s:startTime><s:endTime>%s</s:endTime></s:window>"
            .formatted(ends.source(), ends.destination(), from, to);
    var answer = soap(service, "<s:timetable>%s%s</s:timetable>", window);
    var steps = STEP.matcher(answer.body()).results().map(found -> found.group()).toList();
    return answer.status() == 200 && !steps.isEmpty() ? steps.toString() : shown(answer);
  }

  private String arm(String acceptor, String point) {
    var answer =
        send(asPeer(acceptor, "/demo/stop-at?point=" + point).POST(BodyPublishers.noBody()));
    return shown(answer);
  }

  private String kill(String process) {
    network.kill(process);
    return "";
  }

  private String tearDown() {
    var processes = network.processes();
    tearDown.run();
    var left = new TreeMap<String, String>();
    processes.forEach((name, pid) -> {
      if (ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)) {
        left.put(name, "process " + pid);
      }
    });
    ports.busy(Ports::isBusy).forEach(busy -> left.put(busy, "port"));
    var lock = DataLock.take(data);
    lock.ifPresentOrElse(DataLock::close, () -> left.put("lock", data.root().toString()));
    return left.isEmpty() ? "" : left.toString();
  }

  @Override
  public void close() {
    background.shutdownNow();
    http.close();
  }
}
