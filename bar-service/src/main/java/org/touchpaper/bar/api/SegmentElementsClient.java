package org.touchpaper.bar.api;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.touchpaper.bar.traffic.CircuitTrafficSource;
import org.touchpaper.http.PathSegment;
import org.touchpaper.http.TimedHttpExchange;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.segment.traffic.TrafficQueryPeriod;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the network elements of this site's segments from the L-NSAP and the NSAP, and the NSAP's
 * topology, and has missing items restored. Other sites' brokers show theirs.
 */
public final class SegmentElementsClient implements CircuitTrafficSource, AutoCloseable {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

  /** Longer than a segment waits for its element before it answers without it. */
  static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Lists need no answer from the elements. */
  private static final Duration LIST_TIMEOUT = Duration.ofSeconds(10);

  private static final Duration TOPOLOGY_TIMEOUT = Duration.ofSeconds(5);

  /** The map is shown without it. */
  private static final Duration MOMENT_TIMEOUT = Duration.ofSeconds(2);

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final String PATH = "/elements";

  private final List<String> segments;
  private final PeerRegistry peers;
  private final OutgoingPeerCallInterceptor outbound;
  private final Duration timeout;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_TIMEOUT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  SegmentElementsClient(
      List<String> segments,
      PeerRegistry peers,
      OutgoingPeerCallInterceptor outbound,
      Duration timeout) {
    this.segments = List.copyOf(segments);
    this.peers = peers;
    this.outbound = outbound;
    this.timeout = timeout;
  }

  /** A segment's reply to a list request. */
  public sealed interface Listing {
    String segment();

    record Elements(String segment, String json) implements Listing {}

    /** The segment gave no valid reply; {@code why} is for display. */
    record NoAnswer(String segment, String why) implements Listing {}
  }

  /** The segment refuses this broker; nothing has changed. The message is for display. */
  public static final class NotPermittedException extends IOException {
    private static final long serialVersionUID = 1L;

    NotPermittedException(String role) {
      super(
          "this broker may not do that there; it needs the role "
              + role
              + " among the peers there");
    }
  }

  /** The segment has nothing of that name. */
  private static final class NotFoundException extends IOException {
    private static final long serialVersionUID = 1L;

    NotFoundException() {
      super("HTTP status 404");
    }
  }

  /** The names of the segments, in their order. */
  public List<String> listSegments() {
    return segments;
  }

  /** Lists the elements of every segment. */
  public List<Listing> list() {
    return list(listSegments());
  }

  /**
   * Lists the elements of each of these segments. Queries run in parallel, so that one segment that
   * hangs delays no other.
   */
  public List<Listing> list(List<String> asked) {
    List<Future<Listing>> futures;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      futures = asked.stream().map(segment -> threads.submit(() -> list(segment))).toList();
    } // waits for all
    return futures.stream().map(Future::resultNow).toList();
  }

  private Duration atMost(Duration limit) {
    return timeout.compareTo(limit) < 0 ? timeout : limit;
  }

  /** Returns the wide area's topology as JSON. */
  public String getTopology(String segment) throws IOException {
    return send(segment, "/topology", BodyHandlers.ofString(), atMost(TOPOLOGY_TIMEOUT)).body();
  }

  String getCampus(String segment) throws IOException {
    return send(segment, "/campus", BodyHandlers.ofString(), atMost(TOPOLOGY_TIMEOUT)).body();
  }

  @Override
  public Optional<String> findCircuitTraffic(
      String segment, UUID circuit, TrafficQueryPeriod period) throws IOException {
    var path = "/circuits/%s/traffic?from=%s&to=%s".formatted(circuit, period.from(), period.to());
    try {
      return Optional.of(
          send(segment, path, BodyHandlers.ofString(), atMost(TOPOLOGY_TIMEOUT)).body());
    } catch (NotFoundException e) {
      return Optional.empty();
    }
  }

  @Override
  public String listCircuitTraffic(String segment, Instant at) throws IOException {
    var path = "/circuits/traffic?at=" + at;
    return send(segment, path, BodyHandlers.ofString(), atMost(MOMENT_TIMEOUT)).body();
  }

  private Listing list(String segment) {
    try {
      return new Listing.Elements(
          segment, send(segment, PATH, BodyHandlers.ofString(), atMost(LIST_TIMEOUT)).body());
    } catch (IOException | RuntimeException e) {
      return new Listing.NoAnswer(segment, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Returns an element's details as JSON, as the segment last read them.
   *
   * @throws IOException if there is no answer; the message is for display
   */
  public String getElement(String segment, String tid) throws IOException {
    return send(segment, elementPath(tid), BodyHandlers.ofString(), timeout).body();
  }

  public String getTranscript(String segment, String tid, int lines) throws IOException {
    var path = elementPath(tid) + "/transcript?lines=" + lines;
    return send(segment, path, BodyHandlers.ofString(), timeout).body();
  }

  /**
   * Streams the last lines and then each new line, with an empty line now and then. The stream does
   * not end; close it.
   */
  public Stream<String> followTranscript(String segment, String tid, int lines) throws IOException {
    var path = elementPath(tid) + "/transcript?follow&lines=" + lines;
    return send(segment, path, BodyHandlers.ofLines(), timeout).body();
  }

  /**
   * Restores the missing items of active circuits on an element; returns the segment's answer as
   * JSON.
   *
   * @param operator who requests it, for the segment's record
   * @throws NotPermittedException if this broker may not restore there
   * @throws IOException if there is no answer; the message is for display
   */
  public String restore(String segment, String tid, String operator) throws IOException {
    var body = JSON.writeValueAsString(Map.of("operator", operator));
    return send(
            segment,
            elementPath(tid) + "/restore",
            request ->
                request
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(body)),
            BodyHandlers.ofString(),
            timeout)
        .body();
  }

  private static String elementPath(String tid) {
    try {
      return PATH + "/" + PathSegment.of(tid);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("not an element name: " + tid, e);
    }
  }

  private <T> HttpResponse<T> send(
      String segment, String path, BodyHandler<T> handler, Duration requestTimeout)
      throws IOException {
    return send(segment, path, HttpRequest.Builder::GET, handler, requestTimeout);
  }

  private <T> HttpResponse<T> send(
      String segment,
      String path,
      UnaryOperator<HttpRequest.Builder> method,
      BodyHandler<T> handler,
      Duration requestTimeout)
      throws IOException {
    if (!segments.contains(segment)) {
      throw new IllegalArgumentException("not a segment of this broker: " + segment);
    }
    try {
      var peer = peers.get(segment);
      var request = request(peer.resolve(path), peer, method, requestTimeout);
      var response =
          outbound.send(
              segment + " elements", () -> TimedHttpExchange.send(http, request, handler));
      if (response.statusCode() == 403) {
        throw new NotPermittedException(request.method().equals("GET") ? "holder" : "operator");
      }
      if (response.statusCode() == 404) {
        throw new NotFoundException();
      }
      if (response.statusCode() != 200) {
        throw new IOException("HTTP status " + response.statusCode());
      }
      return response;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while querying " + segment, e);
    } catch (ConnectException e) {
      throw new IOException("cannot connect", e);
    } catch (HttpTimeoutException e) {
      throw new IOException("no answer within " + requestTimeout.toSeconds() + " s", e);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private HttpRequest request(
      URI uri, Peer peer, UnaryOperator<HttpRequest.Builder> method, Duration requestTimeout) {
    return method
        .apply(HttpRequest.newBuilder(uri))
        .timeout(requestTimeout)
        .header("Authorization", "Bearer " + peer.secret())
        .header(Peer.NAME_HEADER, peers.self())
        .build();
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
