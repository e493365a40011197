package org.touchpaper.harc.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.touchpaper.harc.client.xml.HarcMessageXml;
import org.touchpaper.harc.client.xml.ValidatingXmlReader;
import org.touchpaper.http.TimedHttpExchange;

/**
 * The HTTP client for peers. Every request carries the local peer name and the shared secret.
 * Connecting and reading the complete response have timeouts, redirects are not followed, and the
 * size of a response is limited to that of a message.
 */
public final class PeerHttpClient implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

  private static final BodyHandler<byte[]> MESSAGE_BODY_HANDLER =
      BodyHandlers.limiting(BodyHandlers.ofByteArray(), HarcMessageXml.MAX_BYTES);

  private final String localName;
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient httpClient =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECT_TIMEOUT)
          .executor(executor)
          .build();

  /** To be created on a platform thread. */
  public PeerHttpClient(String localName) {
    this.localName = localName;
    ValidatingXmlReader.warmUp();
  }

  record Reply(int status, String body) {
    /** The body of a response with status 2xx. */
    String expectSuccess(PeerEndpoint peer) throws PeerRequestException {
      if (status / 100 == 2) {
        return body;
      }
      throw unexpectedStatus(peer);
    }

    /** The exception for an unexpected status; an error of the client (4xx) changed nothing. */
    PeerRequestException unexpectedStatus(PeerEndpoint peer) {
      return new PeerRequestException(
          peer.name() + " returned status " + status + ": " + HarcMessageXml.readProblem(body),
          status / 100 != 4);
    }
  }

  Reply post(PeerEndpoint peer, String path, String body, Duration timeout)
      throws PeerRequestException {
    var request =
        HttpRequest.newBuilder(peer.resolve(path))
            .header("Content-Type", HarcMessageXml.CONTENT_TYPE)
            .POST(BodyPublishers.ofString(body, StandardCharsets.UTF_8));
    return exchange(peer, request, timeout);
  }

  Reply get(PeerEndpoint peer, String path, Duration timeout) throws PeerRequestException {
    return exchange(peer, HttpRequest.newBuilder(peer.resolve(path)).GET(), timeout);
  }

  private Reply exchange(PeerEndpoint peer, HttpRequest.Builder request, Duration timeout)
      throws PeerRequestException {
    request.header("Authorization", "Bearer " + peer.secret());
    request.header("Touchpaper-Peer", localName);
    request.timeout(timeout);
    try {
      var response = TimedHttpExchange.send(httpClient, request.build(), MESSAGE_BODY_HANDLER);
      return new Reply(response.statusCode(), new String(response.body(), StandardCharsets.UTF_8));
    } catch (ConnectException | HttpConnectTimeoutException e) {
      throw new PeerRequestException("cannot connect to " + peer, false, e);
    } catch (IOException e) {
      throw new PeerRequestException("no answer from " + peer + ": " + e.getMessage(), true, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PeerRequestException("interrupted while waiting for " + peer, true, e);
    }
  }

  @Override
  public void close() {
    httpClient.shutdownNow();
    executor.shutdownNow();
  }
}
