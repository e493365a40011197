package org.touchpaper.bar.desk;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import org.springframework.web.util.UriComponentsBuilder;
import org.touchpaper.harc.client.HarcXml;
import org.touchpaper.harc.client.Note;
import org.touchpaper.harc.client.ResourceState;
import org.touchpaper.harc.client.ResourceTimetable;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.platform.FreePort;

/**
 * Three acceptors and two resource managers over HTTP that decide at once what the test says, and
 * keep their word: the same transaction has the same outcome however often it is begun.
 */
public final class ScriptedHarc implements AutoCloseable {

  public static final List<String> ACCEPTORS = List.of("acceptor-1", "acceptor-2", "acceptor-3");
  private static final List<String> MANAGERS = List.of("rm-network", "rm-newton");

  private final Clock clock;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, HttpServer> servers = new HashMap<>();
  private final Map<String, Integer> ports = new LinkedHashMap<>();
  private final ScriptedDecisions decisions = new ScriptedDecisions();
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final Set<String> askers = new CopyOnWriteArraySet<>();
  private volatile Function<Request, Knowledge> script = ScriptedDecisions::commit;
  private volatile boolean decides = true;
  private volatile CountDownLatch gate = new CountDownLatch(0);
  private volatile Runnable asked = () -> {};
  private final Map<String, Predicate<TransactionId>> forgotten = new ConcurrentHashMap<>();
  private final Map<String, List<ResourceTimetable.StartRange>> fits = new ConcurrentHashMap<>();

  ScriptedHarc(Clock clock) {
    this.clock = clock;
    HarcXml.readMessages(HarcXml.write(List.of())); // loads the schema, which takes a while
    ACCEPTORS.forEach(name -> start(name, FreePort.find()));
    MANAGERS.forEach(name -> start(name, FreePort.find()));
  }

  private void start(String name, int port) {
    try {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      var server = HttpServer.create(address, 0);
      server.createContext("/harc/transactions", exchange -> transaction(name, exchange));
      server.createContext("/harc/query", exchange -> query(name, exchange));
      server.createContext("/harc/timetable", exchange -> timetable(name, exchange));
      server.setExecutor(threads);
      server.start();
      servers.put(name, server);
      ports.put(name, server.getAddress().getPort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> args() {
    var args = new ArrayList<String>();
    ports.forEach((name, port) -> {
      args.add("--touchpaper.peers." + name + ".url=http://127.0.0.1:" + port);
      args.add("--touchpaper.peers." + name + ".secret=between " + name + " and us");
      args.add(
          "--touchpaper.peers."
              + name
              + ".roles="
              + (ACCEPTORS.contains(name) ? "acceptor" : "rm"));
    });
    return args;
  }

  /** Forgets everything; everybody is up again and agrees to all. */
  synchronized void forget() {
    decisions.forget();
    heard.clear();
    askers.clear();
    asked = () -> {};
    fits.clear();
    forgotten.clear();
    follow(ScriptedDecisions::commit);
    gate = new CountDownLatch(0);
    ACCEPTORS.forEach(this::revive);
    MANAGERS.forEach(this::revive);
  }

  private void follow(Function<Request, Knowledge> next) {
    script = next;
    decides = true;
  }

  /** From here on every transaction is committed. */
  public void commitsAll() {
    follow(ScriptedDecisions::commit);
  }

  /** From here on the last resource manager of each transaction refuses. */
  public void refusesAll(Note.Refusal why) {
    follow(request -> ScriptedDecisions.abort(request, why));
  }

  /** From here on nothing is decided; what was begun is decided when that is revoked. */
  public void decidesNothing() {
    follow(_ -> Knowledge.of(Knowledge.Outcome.UNDECIDED));
    decides = false;
  }

  /** False if nobody will ever say how anything ended. */
  boolean decides() {
    return decides;
  }

  /** From here on fewer than F+1 acceptors are found by whoever is asked. */
  public void startsNothing() {
    follow(_ -> Knowledge.of(Knowledge.Outcome.NOT_STARTED));
  }

  /**
   * From here on that attempt of any booking is known with another record, which was aborted;
   * others commit.
   */
  public void knowsAnother(int attempt) {
    follow(request ->
        request.record().id().value().endsWith("." + attempt)
            ? Knowledge.of(Knowledge.Outcome.OTHER_RECORD)
            : ScriptedDecisions.commit(request));
  }

  /** From here on whoever begins waits, until the latch that is returned is counted down. */
  public CountDownLatch waits() {
    gate = new CountDownLatch(1);
    return gate;
  }

  /**
   * So many transactions are refused, and then something happens each time; from then on every one
   * is committed.
   */
  public void refusesFirst(int times, Note.Refusal why, Runnable then) {
    var left = new AtomicInteger(times);
    follow(request -> {
      if (left.getAndDecrement() <= 0) {
        return ScriptedDecisions.commit(request);
      }
      then.run();
      return ScriptedDecisions.abort(request, why);
    });
  }

  /** A resource manager's timetable has room for what starts from one instant to another. */
  public void fits(String rm, Instant first, Instant last) {
    fits.put(rm, List.of(new ResourceTimetable.StartRange(first, last)));
  }

  /** From here on this happens each time a timetable is asked for, before it is told. */
  public void whenTimetablesAreAskedFor(Runnable then) {
    asked = then;
  }

  public void kill(String acceptor) {
    var server = servers.remove(acceptor);
    if (server != null) {
      server.stop(0);
    }
  }

  public void revive(String acceptor) {
    if (!servers.containsKey(acceptor)) {
      start(acceptor, ports.getOrDefault(acceptor, 0));
    }
  }

  /** A resource manager tells of this trouble from here on, as of a part that failed. */
  public void failsParts(String problem) {
    decisions.failParts(problem);
  }

  /** As a resource manager whose database was put back from a copy, from here on. */
  public void forgetsEverything(String rm) {
    forgotten.put(rm, _ -> true);
  }

  /** As one whose database was put back from a copy that is older than an attempt. */
  public void forgets(String rm, int attempt) {
    forgotten.put(rm, id -> id.value().endsWith("." + attempt));
  }

  /** With the right database again. */
  public void knowsAgain(String rm) {
    forgotten.remove(rm);
  }

  /** Every message that arrived, in order. */
  public List<String> heard() {
    return List.copyOf(heard);
  }

  /** For whom timetables were asked for. */
  public Set<String> askers() {
    return Set.copyOf(askers);
  }

  /** How many transactions somebody was asked to begin; who hears nothing asks another, too. */
  public long transactions() {
    return heard.stream()
        .filter(message -> message.contains(" begin "))
        .map(message -> message.substring(message.indexOf(" begin ")))
        .distinct()
        .count();
  }

  public long begun() {
    return heard.stream().filter(message -> message.contains(" begin ")).count();
  }

  /** What was begun under an id that was used for something else before. */
  public List<String> contradictions() {
    return decisions.contradictions();
  }

  /** Each transaction begun, with its outcome. */
  public Map<String, Knowledge.Outcome> outcomes() {
    return decisions.outcomes();
  }

  public Request request(String transaction) {
    return decisions.request(transaction);
  }

  private void transaction(String acceptor, HttpExchange exchange) throws IOException {
    if (exchange.getRequestMethod().equals("GET")) {
      var id = new TransactionId(exchange.getRequestURI().getPath().replaceAll(".*/", ""));
      heard.add(acceptor + " outcome " + id);
      reply(exchange, HarcXml.write(id, decisions.outcome(id)));
      return;
    }
    var request = HarcXml.readBegin(body(exchange));
    heard.add(acceptor + " begin " + request.record().id());
    awaitGate();
    reply(exchange, HarcXml.write(request.record().id(), decisions.decide(request, script)));
  }

  private void awaitGate() {
    try {
      if (!gate.await(60, TimeUnit.SECONDS)) {
        throw new AssertionError("nobody opened the gate");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void query(String rm, HttpExchange exchange) throws IOException {
    var id = new TransactionId(parameter(exchange, "transaction"));
    heard.add(rm + " query " + id);
    var state =
        forgotten.getOrDefault(rm, _ -> false).test(id)
            ? new ResourceState(id, Ledger.Phase.UNKNOWN, List.of())
            : decisions.state(rm, id, clock.instant());
    reply(exchange, HarcXml.write(state));
  }

  /** Everything is free, an hour from when it is asked about, unless the test says otherwise. */
  private void timetable(String rm, HttpExchange exchange) throws IOException {
    var resource = parameter(exchange, "resource");
    var from = Instant.parse(parameter(exchange, "from"));
    var to = Instant.parse(parameter(exchange, "to"));
    heard.add(rm + " timetable " + resource);
    askers.add(parameter(exchange, "onBehalfOf") + " of " + parameter(exchange, "homeSite"));
    asked.run();
    var path = resource.contains("..");
    reply(
        exchange,
        HarcXml.write(
            new ResourceTimetable(
                resource,
                path ? "Mbit/s" : "nodes",
                List.of(new ResourceTimetable.Step(from, to, path ? 1000 : 128)),
                starts(rm, from, to))));
  }

  private List<ResourceTimetable.StartRange> starts(String rm, Instant from, Instant to) {
    var later = new ResourceTimetable.StartRange(from.plusSeconds(3600), Instant.MAX);
    return fits.getOrDefault(rm, List.of(later)).stream()
        .map(range ->
            new ResourceTimetable.StartRange(
                range.first().isBefore(from) ? from : range.first(),
                range.last().isAfter(to) ? to : range.last()))
        .filter(range -> !range.last().isBefore(range.first()))
        .toList();
  }

  private static String parameter(HttpExchange exchange, String name) {
    var found =
        UriComponentsBuilder.fromUri(exchange.getRequestURI())
            .build()
            .getQueryParams()
            .getFirst(name);
    return URLDecoder.decode(String.valueOf(found), StandardCharsets.UTF_8);
  }

  private static String body(HttpExchange exchange) throws IOException {
    return new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static void reply(HttpExchange exchange, String text) throws IOException {
    try (exchange) {
      var bytes = text.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void close() {
    servers.values().forEach(server -> server.stop(0));
    threads.shutdownNow();
  }
}
