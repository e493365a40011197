package org.touchpaper.harc.client;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An exchange over HTTP that is over by its time. The client's own timeout ends with the headers:
 * whoever stops in the middle of an answer, as a process that is paused, would be waited for
 * without end.
 */
public final class WholeAnswer {
  private WholeAnswer() {}

  /**
   * Sends, and waits for all of the answer.
   *
   * @param request has a timeout, which all of it counts against
   * @throws HttpTimeoutException if not all has come by then; what was asked may have been done
   */
  public static <T> HttpResponse<T> of(
      HttpClient http, HttpRequest request, HttpResponse.BodyHandler<T> body)
      throws IOException, InterruptedException {
    var timeout = request.timeout().orElseThrow();
    var answer = http.sendAsync(request, body);
    try {
      return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      var late =
          new HttpTimeoutException("not all of the answer came in " + timeout.toMillis() + " ms");
      late.initCause(e);
      throw late;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
    } finally {
      answer.cancel(true);
    }
  }
}
