package org.touchpaper.bar.admission;

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

class WholeBodyTest {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final AtomicLong nanos = new AtomicLong();

  @Test
  void isThereToBeReadOnceItHasCome() throws Exception {
    var whole = WholeBody.of(request(stream("a body")), PATIENCE, nanos::get);
    assertThat(new String(whole.getInputStream().readAllBytes(), UTF_8)).isEqualTo("a body");
    assertThat(whole.getInputStream().isFinished()).isTrue();
    var text = WholeBody.of(request(stream("\u00e9\n")), PATIENCE, nanos::get);
    assertThat(text.getReader().readLine()).isEqualTo("\u00e9");
  }

  @Test
  void isNotWaitedForWhenItComesDropByDrop() {
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
    assertThatThrownBy(() -> WholeBody.of(request(drops), PATIENCE, nanos::get))
        .isInstanceOf(SocketTimeoutException.class);
    assertThat(Duration.ofNanos(nanos.get())).isEqualTo(Duration.ofSeconds(6));
  }

  @Test
  void failsItsReaderWhereItFailedUs() throws Exception {
    var broken = failing(new IOException("too large"));
    var whole =
        WholeBody.of(request(new SequenceInputStream(stream("ab"), broken)), PATIENCE, nanos::get);
    assertThat(whole.getInputStream().readNBytes(2)).isEqualTo("ab".getBytes(UTF_8));
    assertThatThrownBy(() -> whole.getInputStream().read()).hasMessage("too large");
    assertThatThrownBy(() -> whole.getInputStream().read()).hasMessage("too large");
  }

  @Test
  void isNotWaitedForWhenTheContainerHasLostPatience() {
    var silent = failing(new IOException("wrapped", new SocketTimeoutException("read")));
    assertThatThrownBy(() -> WholeBody.of(request(silent), PATIENCE, nanos::get))
        .isInstanceOf(SocketTimeoutException.class);
  }

  @Test
  void aStrangersIsNotKept() throws Exception {
    var strangers = request(failing(new IOException("read by us")));
    strangers.setRemoteUser(null);
    assertThat(WholeBody.of(strangers, PATIENCE, nanos::get)).isSameAs(strangers);
  }

  @Test
  void aFormHasBeenReadByTheContainer() throws Exception {
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
    assertThat(WholeBody.of(form, PATIENCE, nanos::get)).isSameAs(form);
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
                    into, offset, length); // as much as has come, as the container does
              }
            };
          }
        };
    request.setRemoteUser("scientist");
    return request;
  }
}
