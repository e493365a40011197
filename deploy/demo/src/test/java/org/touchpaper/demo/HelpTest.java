package org.touchpaper.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script's own commands explain themselves; the others are Java's. */
class HelpTest {

  @ParameterizedTest
  @ValueSource(strings = {"build --help", "build -h", "test --help", "test -h"})
  void theScriptsOwnCommandsExplainThemselves(String line) throws Exception {
    var words = line.split(" ", -1);
    var script = Path.of("../../touchpaper").toAbsolutePath().normalize().toString();
    var process = new ProcessBuilder(script, words[0], words[1]).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).startsWith("usage: ./touchpaper " + words[0]);
  }
}
