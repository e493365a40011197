package org.touchpaper.bar.api;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.touchpaper.http.PathSegment;
import org.touchpaper.http.WholeAnswer;
import org.touchpaper.platform.peers.Outbound;
import org.touchpaper.platform.peers.Peer;

/**
 * The network elements of this site's segments, as the L-NSAP and the NSAP show them to a broker:
 * for looking alone. Those of another site are shown by its own broker.
 */
public final class SegmentElements implements AutoCloseable {

  private static final Duration CONNECT = Duration.ofSeconds(3);

  /** The segment waits some seconds for the element, and then says what it knows without. */
  static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** What elements there are it knows by itself. */
  private static final Duration LISTED_WITHIN = Duration.ofSeconds(10);

  private static final String PATH = "/elements";

  private final List<Peer> segments;
  private final String self;
  private final Outbound outbound;
  private final Duration timeout;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  SegmentElements(List<Peer> segments, String self, Outbound outbound, Duration timeout) {
    this.segments = List.copyOf(segments);
    this.self = self;
    this.outbound = outbound;
    this.timeout = timeout;
  }

  /** What a segment says when it is asked for its elements. */
  public sealed interface Listing {
    String segment();

    /** All of them, as JSON. */
    record Told(String segment, String json) implements Listing {}

    /** It did not say; why, is for people. */
    record Silent(String segment, String why) implements Listing {}
  }

  /**
   * All elements of each segment; all are asked at once, so that one that hangs delays no other.
   */
  public List<Listing> list() {
    List<Future<Listing>> asked;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      asked = segments.stream().map(each -> threads.submit(() -> list(each.name()))).toList();
    } // waits for all
    return asked.stream().map(Future::resultNow).toList();
  }

  private Duration listedWithin() {
    return timeout.compareTo(LISTED_WITHIN) < 0 ? timeout : LISTED_WITHIN;
  }

  private Listing list(String segment) {
    try {
      return new Listing.Told(
          segment, get(segment, PATH, BodyHandlers.ofString(), listedWithin()).body());
    } catch (IOException | RuntimeException e) {
      return new Listing.Silent(segment, String.valueOf(e.getMessage()));
    }
  }

  /**
   * One element in full, as JSON, as the segment lately read it.
   *
   * @throws IOException says, for people, why there is no answer
   */
  public String show(String segment, String tid) throws IOException {
    return get(segment, of(tid), BodyHandlers.ofString(), timeout).body();
  }

  /** The last lines of its transcript. */
  public String transcript(String segment, String tid, int lines) throws IOException {
    var path = of(tid) + "/transcript?lines=" + lines;
    return get(segment, path, BodyHandlers.ofString(), timeout).body();
  }

  /**
   * The last lines and then each as it comes, an empty one now and then; without end, so to be
   * closed.
   */
  public Stream<String> follow(String segment, String tid, int lines) throws IOException {
    var path = of(tid) + "/transcript?follow&lines=" + lines;
    return get(segment, path, BodyHandlers.ofLines(), timeout).body();
  }

  private static String of(String tid) {
    try {
      return PATH + "/" + PathSegment.of(tid);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("no element's name: " + tid, e);
    }
  }

  private <T> HttpResponse<T> get(
      String segment, String path, BodyHandler<T> handler, Duration patience) throws IOException {
    var peer = segments.stream().filter(each -> each.name().equals(segment)).findFirst();
    if (peer.isEmpty()) {
      throw new IllegalArgumentException("no segment of ours: " + segment);
    }
    try {
      var request = request(peer.get().at(path), peer.get(), patience);
      var answer =
          outbound.send(segment + " elements", () -> WholeAnswer.of(http, request, handler));
      if (answer.statusCode() != 200) {
        throw new IOException("it answers " + answer.statusCode());
      }
      return answer;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while asking " + segment, e);
    } catch (ConnectException e) {
      throw new IOException("nobody answers", e);
    } catch (HttpTimeoutException e) {
      throw new IOException("no answer within " + patience.toSeconds() + " s", e);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private HttpRequest request(URI at, Peer peer, Duration patience) {
    return HttpRequest.newBuilder(at)
        .timeout(patience)
        .header("Authorization", "Bearer " + peer.secret())
        .header(Peer.NAME_HEADER, self)
        .build();
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
