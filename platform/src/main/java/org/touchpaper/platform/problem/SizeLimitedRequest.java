package org.touchpaper.platform.problem;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** A request with a body that cannot be read beyond a limit; does not trust Content-Length. */
final class SizeLimitedRequest extends HttpServletRequestWrapper {

  private final long limit;

  SizeLimitedRequest(HttpServletRequest request, long limit) {
    super(request);
    this.limit = limit;
  }

  @Override
  public ServletInputStream getInputStream() throws IOException {
    return new CountingInputStream(super.getInputStream(), limit);
  }

  @Override
  public BufferedReader getReader() throws IOException {
    var encoding = getCharacterEncoding();
    var charset = encoding == null ? StandardCharsets.UTF_8 : Charset.forName(encoding);
    return new BufferedReader(new InputStreamReader(getInputStream(), charset));
  }

  private static final class CountingInputStream extends ServletInputStream {
    private final ServletInputStream body;
    private final long limit;
    private long remaining;

    CountingInputStream(ServletInputStream body, long limit) {
      this.body = body;
      this.limit = limit;
      this.remaining = limit;
    }

    @Override
    public int read() throws IOException {
      var octet = body.read();
      count(octet < 0 ? 0 : 1);
      return octet;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      var read = body.read(into, offset, length);
      count(Math.max(read, 0));
      return read;
    }

    private void count(int length) throws BodyTooLargeException {
      remaining -= length;
      if (remaining < 0) {
        throw new BodyTooLargeException(limit);
      }
    }

    @Override
    public boolean isFinished() {
      return body.isFinished();
    }

    @Override
    public boolean isReady() {
      return body.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
      body.setReadListener(listener);
    }
  }
}
