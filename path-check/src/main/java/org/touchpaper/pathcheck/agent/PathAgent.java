package org.touchpaper.pathcheck.agent;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.touchpaper.pathcheck.udp.SocketOpener;
import org.touchpaper.pathcheck.udp.StampReflector;
import org.touchpaper.pathcheck.udp.StampSender;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stands beside a host: reflects the test packets of others, and checks a path for the site's BAR,
 * which posts a {@link CheckRequest} to {@code /checks} and gets a {@link CheckReport}. At most one
 * check runs to a target, and four in all; another gets 409.
 */
public final class PathAgent implements AutoCloseable {

  public static final String PATH = "/checks";

  private static final int MAX_BODY = 4096;
  private static final int MAX_CHECKS = 4;
  private static final String BEARER = "Bearer ";

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES).build();

  private final Options options;
  private final HttpServer http;
  private final StampReflector reflector;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Set<InetSocketAddress> busyTargets = ConcurrentHashMap.newKeySet();
  private final Semaphore free = new Semaphore(MAX_CHECKS);

  /**
   * How to run.
   *
   * @param control where the BAR posts checks
   * @param reflect where test packets are reflected
   * @param secret the bearer token of the BAR
   * @param maxMbps the fastest check
   * @param sockets opens the sockets of test packets; the control socket is the process's
   * @param problems is told what goes wrong, for people
   */
  public record Options(
      InetSocketAddress control,
      InetSocketAddress reflect,
      String secret,
      int maxMbps,
      SocketOpener sockets,
      Consumer<String> problems) {

    /** With sockets of this process. */
    public Options(
        InetSocketAddress control,
        InetSocketAddress reflect,
        String secret,
        int maxMbps,
        Consumer<String> problems) {
      this(control, reflect, secret, maxMbps, DatagramChannel::open, problems);
    }

    public Options {
      if (secret.isBlank()) {
        throw new IllegalArgumentException("the secret is empty");
      }
    }

    @Override
    public String toString() {
      return "Options[control=" + control + ", reflect=" + reflect + "]";
    }
  }

  private record Reply(int status, Object body) {
    static Reply problem(int status, String detail) {
      return new Reply(status, Map.of("status", status, "detail", detail));
    }
  }

  private PathAgent(Options options, HttpServer http, StampReflector reflector) {
    this.options = options;
    this.http = http;
    this.reflector = reflector;
  }

  /**
   * Starts it.
   *
   * @throws IOException if an address cannot be bound
   */
  public static PathAgent start(Options options) throws IOException {
    var reflector = StampReflector.start(options.reflect(), options.sockets(), options.problems());
    try {
      var agent = new PathAgent(options, HttpServer.create(options.control(), 0), reflector);
      agent.http.createContext("/", agent::handle);
      agent.http.setExecutor(agent.threads);
      agent.http.start();
      return agent;
    } catch (IOException | RuntimeException e) {
      reflector.close();
      throw e;
    }
  }

  public InetSocketAddress control() {
    return http.getAddress();
  }

  public InetSocketAddress reflect() throws IOException {
    return reflector.address();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      var reply = reply(exchange);
      var body = JSON.writeValueAsBytes(reply.body());
      var type = reply.status() == 200 ? "application/json" : "application/problem+json";
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(reply.status(), body.length);
      exchange.getResponseBody().write(body);
    } catch (RuntimeException e) {
      options.problems().accept("a check failed on our side: " + e);
      throw e;
    }
  }

  private Reply reply(HttpExchange exchange) throws IOException {
    if (!isAuthenticated(exchange)) {
      return Reply.problem(401, "the bearer token is not this agent's secret");
    }
    if (!exchange.getRequestURI().getPath().equals(PATH)) {
      return Reply.problem(404, "this agent has " + PATH + " only");
    }
    if (!exchange.getRequestMethod().equals("POST")) {
      return Reply.problem(405, "post a check to " + PATH);
    }
    var body = exchange.getRequestBody().readNBytes(MAX_BODY + 1);
    if (body.length > MAX_BODY) {
      return Reply.problem(413, "a check has at most " + MAX_BODY + " bytes");
    }
    return read(body)
        .map(this::check)
        .orElseGet(() ->
            Reply.problem(
                400,
                "a check is JSON with target, count, interval and bytes, such as"
                    + " {\"target\":\"10.88.0.2:862\",\"count\":3000,\"interval\":\"PT0.001S\",\"bytes\":44}"));
  }

  private boolean isAuthenticated(HttpExchange exchange) {
    var header = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"));
    return header
        .filter(value -> value.startsWith(BEARER))
        .map(value -> value.substring(BEARER.length()).getBytes(StandardCharsets.UTF_8))
        .filter(token ->
            MessageDigest.isEqual(token, options.secret().getBytes(StandardCharsets.UTF_8)))
        .isPresent();
  }

  private static Optional<CheckRequest> read(byte[] body) {
    try {
      return Optional.ofNullable(JSON.readValue(body, CheckRequest.class));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  private Reply check(CheckRequest request) {
    var mistake = request.mistake(options.maxMbps());
    var target = mistake.isPresent() ? null : request.address();
    if (target == null) {
      return Reply.problem(400, mistake.orElse("no target"));
    }
    if (!free.tryAcquire()) {
      return Reply.problem(409, MAX_CHECKS + " checks are running; ask again later");
    }
    try {
      if (!busyTargets.add(target)) {
        return Reply.problem(
            409, "a check to " + request.target() + " is running; ask again later");
      }
      try {
        return new Reply(200, measure(request, target));
      } finally {
        busyTargets.remove(target);
      }
    } finally {
      free.release();
    }
  }

  private CheckReport measure(CheckRequest request, InetSocketAddress target) {
    try {
      var session =
          StampSender.measure(
              target, request.count(), request.interval(), request.bytes(), options.sockets());
      return new CheckReport(session.statistics(), session.sending(), null);
    } catch (PortUnreachableException e) {
      return new CheckReport(
          null, null, "the host answers, but no reflector listens at " + request.target());
    } catch (IOException e) {
      return new CheckReport(
          null, null, "nothing can be sent to " + request.target() + ": " + e.getMessage());
    }
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
    reflector.close();
  }
}
