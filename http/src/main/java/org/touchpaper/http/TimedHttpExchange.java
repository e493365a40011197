package org.touchpaper.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An HTTP exchange with a timeout for the complete response. The JDK's own timeout ends with the
 * response headers (JDK-8208693); a peer that stops in the middle of a body, such as a paused
 * process, would block the caller for ever.
 */
public final class TimedHttpExchange {
  private TimedHttpExchange() {}

  /**
   * Sends a request and waits for the complete response; for a streaming body handler, such as
   * lines, for its beginning.
   *
   * @param request has a timeout, which limits the whole exchange
   * @throws HttpTimeoutException if the response is not complete in time; the request may have been
   *     carried out
   * @throws IOException if there is no response, as by {@link HttpClient#send}
   * @throws IllegalArgumentException if the request is not valid, as by {@link HttpClient#send}
   * @throws java.util.NoSuchElementException if the request has no timeout; nothing is sent
   */
  public static <T> HttpResponse<T> send(
      HttpClient http, HttpRequest request, HttpResponse.BodyHandler<T> bodyHandler)
      throws IOException, InterruptedException {
    var timeout = request.timeout().orElseThrow();
    // Not sendAsync: in JDK 25 its future completes in the common pool. With two cores that pool
    // has one thread, and a caller on that thread would wait for itself.
    var response = new FutureTask<>(() -> http.send(request, bodyHandler));
    Thread.ofVirtual().name("http-exchange").start(response);
    try {
      return response.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw timeoutException(timeout, e);
    } catch (ExecutionException e) {
      throw failure(timeout, e);
    } finally {
      response.cancel(true);
    }
  }

  /** The client's own timer may fire first. */
  private static IOException failure(Duration timeout, ExecutionException e) {
    return switch (e.getCause()) {
      case HttpConnectTimeoutException unconnected -> unconnected;
      case HttpTimeoutException _ -> timeoutException(timeout, e);
      case IOException failure -> failure;
      case RuntimeException mistake -> throw mistake;
      case null, default -> new IOException(e.getCause());
    };
  }

  private static HttpTimeoutException timeoutException(Duration timeout, Exception cause) {
    var exception =
        new HttpTimeoutException(
            "the response was not complete within " + timeout.toMillis() + " ms");
    exception.initCause(cause);
    return exception;
  }
}
