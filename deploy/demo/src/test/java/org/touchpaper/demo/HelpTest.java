package org.touchpaper.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script's own commands explain themselves; the others are Java's. */
class HelpTest {

  @ParameterizedTest
  @ValueSource(strings = {"build --help", "build -h", "test --help", "test -h"})
  void theScriptsOwnCommandsExplainThemselves(String line) throws Exception {
    var words = line.split(" ", -1);
    assertThat(said(words)).startsWith("usage: ./touchpaper " + words[0]);
  }

  @Test
  void whatCanBeLeftOutOfTheTestsIsSaidInBothHelps() throws Exception {
    for (var option :
        List.of(
            "--without-browser", "--without-slurm", "--without-newer-slurm", "--without-netconf")) {
      assertThat(said("help")).contains("[" + option + "]");
      assertThat(said("test", "--help")).contains("[" + option + "]", "\n  " + option + " ");
    }
  }

  private static String said(String... words) throws Exception {
    var command = new ArrayList<String>();
    command.add(Path.of("../../touchpaper").toAbsolutePath().normalize().toString());
    command.addAll(List.of(words));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}
