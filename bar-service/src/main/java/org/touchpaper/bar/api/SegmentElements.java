package org.touchpaper.bar.api;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
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

  /** The peer names of the segments that may be asked. */
  public List<String> segments() {
    return segments.stream().map(Peer::name).toList();
  }

  /**
   * All elements of a segment, as JSON.
   *
   * @throws IOException says, for people, why there is no answer
   */
  public String list(String segment) throws IOException {
    return get(segment, PATH, BodyHandlers.ofString()).body();
  }

  /** One element in full, as JSON, as the segment lately read it. */
  public String show(String segment, String tid) throws IOException {
    return get(segment, of(tid), BodyHandlers.ofString()).body();
  }

  /** The last lines of its transcript. */
  public String transcript(String segment, String tid, int lines) throws IOException {
    return get(segment, of(tid) + "/transcript?lines=" + lines, BodyHandlers.ofString()).body();
  }

  /**
   * The last lines and then each as it comes, an empty one now and then; without end, so to be
   * closed.
   */
  public Stream<String> follow(String segment, String tid, int lines) throws IOException {
    var path = of(tid) + "/transcript?follow&lines=" + lines;
    return get(segment, path, BodyHandlers.ofLines()).body();
  }

  private static String of(String tid) {
    if (!tid.matches("[A-Za-z0-9_][A-Za-z0-9_.-]{0,40}")) {
      throw new IllegalArgumentException("no element's name: " + tid);
    }
    return PATH + "/" + tid;
  }

  private <T> HttpResponse<T> get(String segment, String path, BodyHandler<T> handler)
      throws IOException {
    var peer = segments.stream().filter(each -> each.name().equals(segment)).findFirst();
    if (peer.isEmpty()) {
      throw new IllegalArgumentException("no segment of ours: " + segment);
    }
    try {
      var request = request(peer.get().at(path), peer.get());
      var answer =
          outbound.send(segment + " elements", () -> WholeAnswer.of(http, request, handler));
      if (answer.statusCode() != 200) {
        throw new IOException("it answers " + answer.statusCode());
      }
      return answer;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while asking " + segment, e);
    } catch (HttpTimeoutException e) {
      throw new IOException("no answer within " + timeout.toSeconds() + " s", e);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private HttpRequest request(URI at, Peer peer) {
    return HttpRequest.newBuilder(at)
        .timeout(timeout)
        .header("Authorization", "Bearer " + peer.secret())
        .header(Peer.NAME_HEADER, self)
        .build();
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
