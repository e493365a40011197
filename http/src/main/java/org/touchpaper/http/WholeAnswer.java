package org.touchpaper.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An exchange over HTTP that is over by its time. The JDK's own timeout ends with the headers
 * (JDK-8208693): whoever stops in the middle of an answer, as a process that is paused, would be
 * waited for without end.
 */
public final class WholeAnswer {
  private WholeAnswer() {}

  /**
   * Sends, and waits for all of the answer; of one that is read as it comes, such as lines, for its
   * beginning.
   *
   * @param request has a timeout, which all of it counts against
   * @throws HttpTimeoutException if not all has come by then; what was asked may have been done
   * @throws IOException if there is no answer, as by {@link HttpClient#send}
   * @throws java.util.NoSuchElementException if the request has no timeout; nothing was sent
   */
  public static <T> HttpResponse<T> of(
      HttpClient http, HttpRequest request, HttpResponse.BodyHandler<T> body)
      throws IOException, InterruptedException {
    var timeout = request.timeout().orElseThrow();
    var answer = http.sendAsync(request, body);
    try {
      return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw late(timeout, e);
    } catch (ExecutionException e) {
      throw failure(timeout, e);
    } finally {
      answer.cancel(true);
    }
  }

  /** The client's own timer may be the first to notice. */
  private static IOException failure(Duration timeout, ExecutionException e) {
    return switch (e.getCause()) {
      case HttpConnectTimeoutException unconnected -> unconnected;
      case HttpTimeoutException _ -> late(timeout, e);
      case IOException failure -> failure;
      case null, default -> new IOException(e.getCause());
    };
  }

  private static HttpTimeoutException late(Duration timeout, Exception cause) {
    var late =
        new HttpTimeoutException("not all of the answer came in " + timeout.toMillis() + " ms");
    late.initCause(cause);
    return late;
  }
}
