package org.touchpaper.bar.loadlimit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.DelegatingServletInputStream;
import org.springframework.mock.web.MockHttpServletRequest;

class BufferedRequestTest {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final AtomicLong nanos = new AtomicLong();

  @Test
  void aBodyIsReadableOnceItIsComplete() throws Exception {
    var buffered = BufferedRequest.buffer(request(stream("a body")), PATIENCE, nanos::get);
    assertThat(new String(buffered.getInputStream().readAllBytes(), UTF_8)).isEqualTo("a body");
    assertThat(buffered.getInputStream().isFinished()).isTrue();
    var text = BufferedRequest.buffer(request(stream("\u00e9\n")), PATIENCE, nanos::get);
    assertThat(text.getReader().readLine()).isEqualTo("\u00e9");
  }

  @Test
  void aSlowBodyTimesOut() {
    var drops =
        new InputStream() {
          @Override
          public int read() {
            nanos.addAndGet(Duration.ofSeconds(2).toNanos());
            return ' ';
          }

          @Override
          public int read(byte[] into, int offset, int length) {
            into[offset] = (byte) read();
            return 1;
          }
        };
    assertThatThrownBy(() -> BufferedRequest.buffer(request(drops), PATIENCE, nanos::get))
        .isInstanceOf(SocketTimeoutException.class);
    assertThat(Duration.ofNanos(nanos.get())).isEqualTo(Duration.ofSeconds(6));
  }

  @Test
  void aReadFailureReachesTheReaderAtTheSameOctet() throws Exception {
    var broken = failing(new IOException("too large"));
    var buffered =
        BufferedRequest.buffer(
            request(new SequenceInputStream(stream("ab"), broken)), PATIENCE, nanos::get);
    assertThat(buffered.getInputStream().readNBytes(2)).isEqualTo("ab".getBytes(UTF_8));
    assertThatThrownBy(() -> buffered.getInputStream().read()).hasMessage("too large");
    assertThatThrownBy(() -> buffered.getInputStream().read()).hasMessage("too large");
  }

  @Test
  void aContainerTimeoutIsATimeout() {
    var timedOut = failing(new IOException("wrapped", new SocketTimeoutException("read")));
    assertThatThrownBy(() -> BufferedRequest.buffer(request(timedOut), PATIENCE, nanos::get))
        .isInstanceOf(SocketTimeoutException.class);
  }

  @Test
  void anUnauthenticatedBodyIsNotBuffered() throws Exception {
    var strangers = request(failing(new IOException("read by us")));
    strangers.setRemoteUser(null);
    assertThat(BufferedRequest.buffer(strangers, PATIENCE, nanos::get)).isSameAs(strangers);
  }

  @Test
  void aFormIsReadByTheContainer() throws Exception {
    var read = new AtomicBoolean();
    var form =
        new MockHttpServletRequest("POST", "/book") {
          @Override
          public Map<String, String[]> getParameterMap() {
            read.set(true);
            return super.getParameterMap();
          }
        };
    form.setRemoteUser("scientist");
    form.setContentType("application/x-www-form-urlencoded;charset=UTF-8");
    assertThat(BufferedRequest.buffer(form, PATIENCE, nanos::get)).isSameAs(form);
    assertThat(read).isTrue();
  }

  private static InputStream failing(IOException failure) {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        throw failure;
      }

      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        throw failure;
      }
    };
  }

  private static ByteArrayInputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }

  private static MockHttpServletRequest request(InputStream body) {
    var request =
        new MockHttpServletRequest() {
          @Override
          public ServletInputStream getInputStream() {
            return new DelegatingServletInputStream(body) {
              @Override
              public int read(byte[] into, int offset, int length) throws IOException {
                return body.read(
                    into, offset, length); // what has arrived so far, like the container
              }
            };
          }
        };
    request.setRemoteUser("scientist");
    return request;
  }
}
