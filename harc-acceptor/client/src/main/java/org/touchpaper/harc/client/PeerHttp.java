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
import org.touchpaper.harc.stream.Incarnation;
import org.touchpaper.http.WholeAnswer;

/**
 * HTTP to peers: our name and the shared secret in every request, timeouts on connecting and on all
 * of an answer, no redirects, and no answer larger than a message may be.
 */
public final class PeerHttp implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(2);

  private static final BodyHandler<byte[]> A_MESSAGE =
      BodyHandlers.limiting(BodyHandlers.ofByteArray(), HarcXml.MAX_BYTES);

  /** How an acceptor says over HTTP which memory it speaks from. */
  public static final String INCARNATION = "Touchpaper-Incarnation";

  /** In which life of its memory, see {@link org.touchpaper.harc.commit.Lives}. */
  public static final String LIFE = "Touchpaper-Life";

  private final String self;
  private final Incarnation own;
  private final String life;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECT)
          .executor(threads)
          .build();

  /** Speaks under that peer name; made by a platform thread. */
  public PeerHttp(String self) {
    this(self, Incarnation.NONE, "");
  }

  /** As the other, of a peer that says which memory it speaks from, and in which life of it. */
  public PeerHttp(String self, Incarnation own, String life) {
    this.self = self;
    this.own = own;
    this.life = life;
    XmlReader.ready();
  }

  /** A peer's answer. */
  record Reply(int status, String body) {
    /** The answer's text if the status is a success. */
    String expectSuccess(HarcPeer from) throws PeerUnreachable {
      if (status / 100 == 2) {
        return body;
      }
      throw unexpected(from);
    }

    /** A status that is no answer; a client's fault (4xx) changed nothing. */
    PeerUnreachable unexpected(HarcPeer from) {
      return new PeerUnreachable(
          from.name() + " answered " + status + ": " + HarcXml.readProblem(body),
          status / 100 != 4);
    }
  }

  Reply post(HarcPeer peer, String path, String body, Duration timeout) throws PeerUnreachable {
    var request =
        HttpRequest.newBuilder(peer.at(path))
            .header("Content-Type", HarcXml.CONTENT_TYPE)
            .POST(BodyPublishers.ofString(body, StandardCharsets.UTF_8));
    return exchange(peer, request, timeout);
  }

  Reply get(HarcPeer peer, String path, Duration timeout) throws PeerUnreachable {
    return exchange(peer, HttpRequest.newBuilder(peer.at(path)).GET(), timeout);
  }

  private Reply exchange(HarcPeer peer, HttpRequest.Builder request, Duration timeout)
      throws PeerUnreachable {
    request.header("Authorization", "Bearer " + peer.secret());
    request.header("Touchpaper-Peer", self);
    if (!own.equals(Incarnation.NONE)) {
      request.header(INCARNATION, own.toString());
      request.header(LIFE, life);
    }
    request.timeout(timeout);
    try {
      var response = WholeAnswer.of(http, request.build(), A_MESSAGE);
      return new Reply(response.statusCode(), new String(response.body(), StandardCharsets.UTF_8));
    } catch (ConnectException | HttpConnectTimeoutException e) {
      throw new PeerUnreachable("cannot connect to " + peer, false, e);
    } catch (IOException e) {
      throw new PeerUnreachable("no answer from " + peer + ": " + e.getMessage(), true, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PeerUnreachable("interrupted while waiting for " + peer, true, e);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
    threads.shutdownNow();
  }
}
