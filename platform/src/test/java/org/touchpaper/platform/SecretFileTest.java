package org.touchpaper.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretFileTest {

  @TempDir private Path directory;

  @Test
  void isCreatedOnceAndReadableByItsOwnerOnly() throws Exception {
    var file = directory.resolve("secrets/nsap");
    var secret = SecretFile.readOrCreate(file);
    assertThat(secret).hasSize(64).isEqualTo(SecretFile.readOrCreate(file));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void isRefusedWhenOthersCouldReadIt() throws Exception {
    var file = directory.resolve("open");
    Files.writeString(file, "secret");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertThatThrownBy(() -> SecretFile.read(file)).hasMessageContaining("chmod 600");
  }
}
