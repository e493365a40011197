package org.touchpaper.bar.loadlimit;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.SocketTimeoutException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A request whose body is read in advance. If reading failed, the reader gets the failure at the
 * same octet. Bodies of unauthenticated requests are not buffered, because nothing reads them.
 */
final class BufferedRequest extends HttpServletRequestWrapper {

  private final byte[] content;
  private final @Nullable IOException failure;
  private final BufferedInputStream stream = new BufferedInputStream();

  private BufferedRequest(
      HttpServletRequest request, byte[] content, @Nullable IOException failure) {
    super(request);
    this.content = content;
    this.failure = failure;
  }

  /**
   * Reads the body.
   *
   * @throws SocketTimeoutException if the body is not complete in time, even if data keeps arriving
   */
  static HttpServletRequest buffer(
      HttpServletRequest request, Duration timeout, LongSupplier nanoClock)
      throws SocketTimeoutException {
    if (request.getRemoteUser() == null) {
      return request;
    }
    if (isForm(request)) {
      request.getParameterMap(); // the container reads and keeps it
      return request;
    }
    var buffer = new ByteArrayOutputStream();
    try {
      readFully(request.getInputStream(), buffer, timeout, nanoClock);
      return new BufferedRequest(request, buffer.toByteArray(), null);
    } catch (IOException e) {
      if (isCausedByTimeout(e)) {
        throw new SocketTimeoutException("no data received for " + timeout);
      }
      return new BufferedRequest(request, buffer.toByteArray(), e);
    }
  }

  /** The container may wrap the timeout in another exception. */
  private static boolean isCausedByTimeout(IOException e) {
    return Stream.<Throwable>iterate(e, cause -> cause != null, Throwable::getCause)
        .anyMatch(SocketTimeoutException.class::isInstance);
  }

  /** Requests to the API are never forms, whatever their content type. */
  private static boolean isForm(HttpServletRequest request) {
    var type = String.valueOf(request.getContentType());
    return type.startsWith("application/x-www-form-urlencoded")
        && !request.getRequestURI().matches("/(api|iri)/.*");
  }

  private static void readFully(
      InputStream source, ByteArrayOutputStream target, Duration timeout, LongSupplier nanoClock)
      throws IOException {
    var startedAt = nanoClock.getAsLong();
    var chunk = new byte[8192];
    for (var count = source.read(chunk); count >= 0; count = source.read(chunk)) {
      target.write(chunk, 0, count);
      if (nanoClock.getAsLong() - startedAt > timeout.toNanos()) {
        throw new SocketTimeoutException("the body was not complete within " + timeout);
      }
    }
  }

  @Override
  public ServletInputStream getInputStream() {
    return stream;
  }

  @Override
  public BufferedReader getReader() {
    var encoding = getCharacterEncoding();
    var charset = encoding == null ? StandardCharsets.UTF_8 : Charset.forName(encoding);
    return new BufferedReader(new InputStreamReader(stream, charset));
  }

  private final class BufferedInputStream extends ServletInputStream {
    private @Nullable ByteArrayInputStream remaining;

    private ByteArrayInputStream remaining() {
      if (remaining == null) {
        remaining = new ByteArrayInputStream(content);
      }
      return remaining;
    }

    @Override
    public int read() throws IOException {
      return throwIfFailed(remaining().read());
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      return length == 0 ? 0 : throwIfFailed(remaining().read(buffer, offset, length));
    }

    private int throwIfFailed(int count) throws IOException {
      if (count < 0 && failure != null) {
        throw failure;
      }
      return count;
    }

    @Override
    public boolean isFinished() {
      return remaining().available() == 0 && failure == null;
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
      throw new IllegalStateException("asynchronous reads are not supported");
    }
  }
}
