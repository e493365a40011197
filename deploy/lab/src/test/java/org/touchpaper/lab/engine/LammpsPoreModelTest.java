package org.touchpaper.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LammpsPoreModelTest {

  @TempDir private Path directory;

  @Test
  void writesAChainBeforeAPoreInSolventTheSameEachTime() throws IOException {
    assertThat(LammpsPoreModel.STANDARD.write(directory)).isEqualTo(11_332);
    var first = Files.readString(directory.resolve("pore.data"));
    assertThat(LammpsPoreModel.STANDARD.write(directory)).isEqualTo(11_332);
    assertThat(directory.resolve("pore.data")).hasContent(first);
    assertThat(first)
        .contains(
            "11332 atoms\n59 bonds\n", "-14.0 14.0 zlo zhi\n", "\n1 1 1 0.0000 0.0000 1.5000\n");
    assertThat(directory.resolve("in.pore"))
        .content()
        .contains("fix view all imd ${port} version 3", "nowait off");
  }
}
