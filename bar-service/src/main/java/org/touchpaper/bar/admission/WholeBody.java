package org.touchpaper.bar.admission;

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
 * A request whose body has come already. If reading it failed, whoever reads it is told at the same
 * octet, and answers in its own way. Nothing of a stranger's is kept: nothing here reads it.
 */
final class WholeBody extends HttpServletRequestWrapper {

  private final byte[] octets;
  private final @Nullable IOException failure;
  private final Body body = new Body();

  private WholeBody(HttpServletRequest request, byte[] octets, @Nullable IOException failure) {
    super(request);
    this.octets = octets;
    this.failure = failure;
  }

  /**
   * Waits for the body.
   *
   * @throws SocketTimeoutException if it takes too long, also drop by drop
   */
  static HttpServletRequest of(HttpServletRequest request, Duration patience, LongSupplier nanos)
      throws SocketTimeoutException {
    if (request.getRemoteUser() == null) {
      return request;
    }
    if (isForm(request)) {
      request.getParameterMap(); // the container reads and keeps it
      return request;
    }
    var octets = new ByteArrayOutputStream();
    try {
      read(request.getInputStream(), octets, patience, nanos);
      return new WholeBody(request, octets.toByteArray(), null);
    } catch (IOException e) {
      if (isOfLateness(e)) {
        throw new SocketTimeoutException("nothing came for " + patience);
      }
      return new WholeBody(request, octets.toByteArray(), e);
    }
  }

  /** The container wraps what it finds wrong. */
  private static boolean isOfLateness(IOException e) {
    return Stream.<Throwable>iterate(e, each -> each != null, Throwable::getCause)
        .anyMatch(SocketTimeoutException.class::isInstance);
  }

  /** Programs send none: whatever they call their body, it is one. */
  private static boolean isForm(HttpServletRequest request) {
    var type = String.valueOf(request.getContentType());
    return type.startsWith("application/x-www-form-urlencoded")
        && !request.getRequestURI().startsWith("/api/");
  }

  private static void read(
      InputStream from, ByteArrayOutputStream into, Duration patience, LongSupplier nanos)
      throws IOException {
    var begun = nanos.getAsLong();
    var some = new byte[8192];
    for (var read = from.read(some); read >= 0; read = from.read(some)) {
      into.write(some, 0, read);
      if (nanos.getAsLong() - begun > patience.toNanos()) {
        throw new SocketTimeoutException("the body takes longer than " + patience);
      }
    }
  }

  @Override
  public ServletInputStream getInputStream() {
    return body;
  }

  @Override
  public BufferedReader getReader() {
    var encoding = getCharacterEncoding();
    var charset = encoding == null ? StandardCharsets.UTF_8 : Charset.forName(encoding);
    return new BufferedReader(new InputStreamReader(body, charset));
  }

  private final class Body extends ServletInputStream {
    private @Nullable ByteArrayInputStream left;

    private ByteArrayInputStream left() {
      if (left == null) {
        left = new ByteArrayInputStream(octets);
      }
      return left;
    }

    @Override
    public int read() throws IOException {
      return orFailure(left().read());
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      return length == 0 ? 0 : orFailure(left().read(into, offset, length));
    }

    private int orFailure(int read) throws IOException {
      if (read < 0 && failure != null) {
        throw failure;
      }
      return read;
    }

    @Override
    public boolean isFinished() {
      return left().available() == 0 && failure == null;
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
      throw new IllegalStateException("nobody here reads by being called");
    }
  }
}
