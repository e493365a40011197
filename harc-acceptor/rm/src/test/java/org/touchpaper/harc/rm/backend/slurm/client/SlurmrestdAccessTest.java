package org.touchpaper.harc.rm.backend.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlurmrestdAccessTest {
  private static final String TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdW4iOiJzbHVybSJ9.c2VjcmV0";

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void writeToken() throws IOException {
    file = directory.resolve("token");
    put("SLURM_JWT=" + TOKEN + "\n", "rw-------");
  }

  @Test
  void readsTheCurrentTokenAsScontrolPrintsIt() throws IOException {
    var access = configured("http://127.0.0.1:6820", "slurm", file, null);
    assertThat(access.token()).isEqualTo(TOKEN);
    assertThat(access.toString()).doesNotContain(TOKEN);
    put(TOKEN.replace("c2VjcmV0", "b3RoZXI"), "rw-------");
    assertThat(access.token()).endsWith(".b3RoZXI");
  }

  @Test
  void namesMissingProperties() {
    assertThatThrownBy(() -> configured("http://127.0.0.1:6820", null, file, null))
        .hasMessageContaining("touchpaper.rm.slurm.rest.user must be");
    assertThatThrownBy(() -> configured("http://127.0.0.1:6820", "slurm", null, null))
        .hasMessageContaining("touchpaper.rm.slurm.rest.token-file must be")
        .hasMessageContaining("`scontrol token username=slurm`");
    assertThatThrownBy(
            () -> configured("http://127.0.0.1:6820", "slurm", directory.resolve("none"), null))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("cannot read the secret file " + directory.resolve("none"));
  }

  @Test
  void refusesATokenThatOthersCanRead() throws IOException {
    put(TOKEN, "rw-r-----");
    assertThatThrownBy(() -> configured("http://127.0.0.1:6820", "slurm", file, null))
        .hasMessageContaining("run chmod 600 on it");
  }

  /** The HTTP client would quote an invalid header value in its message. */
  @Test
  void rejectsAnInvalidTokenWithoutQuotingIt() throws IOException {
    put(TOKEN + "\nand more", "rw-------");
    assertThatThrownBy(() -> configured("http://127.0.0.1:6820", "slurm", file, null))
        .hasMessageContaining("contains no JSON web token")
        .hasMessageNotContaining("c2VjcmV0");
  }

  @Test
  void rejectsAnInvalidUrl() {
    for (var url : new String[] {"unix:/run/s", "http://a@host", "http:///x", "http://host?a=b"}) {
      assertThatThrownBy(() -> configured(url, "slurm", file, null))
          .as(url)
          .hasMessageContaining("touchpaper.rm.slurm.rest.url");
    }
    assertThat(configured("https://head:6820/", "slurm", file, null).resolve("/openapi/v3"))
        .hasToString("https://head:6820/openapi/v3");
  }

  @Test
  void detectsWhenTheTokenIsSentUnencrypted() {
    assertThat(configured("http://head:6820", "slurm", file, null).sendsTokenUnencrypted())
        .isTrue();
    for (var url :
        List.of(
            "https://head:6820", "http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1")) {
      assertThat(configured(url, "slurm", file, null).sendsTokenUnencrypted()).as(url).isFalse();
    }
  }

  @Test
  void rejectsAVersionThatCannotCreateReservations() {
    assertThatThrownBy(() -> configured("http://127.0.0.1:6820", "slurm", file, "v0.0.42"))
        .hasMessageContaining("v0.0.42")
        .hasMessageContaining("from v0.0.43 (Slurm 25.05) on")
        .hasMessageContaining("scontrol");
  }

  private static SlurmrestdAccess configured(
      String url, @Nullable String user, @Nullable Path token, @Nullable String version) {
    return SlurmrestdAccess.fromConfiguration(url, user, token, version, Duration.ofSeconds(5));
  }

  private void put(String text, String mode) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }
}
