package org.touchpaper.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Help texts of the script and of the launcher's commands. */
class HelpTest {

  @ParameterizedTest
  @ValueSource(strings = {"build --help", "build -h", "test --help", "test -h"})
  void theScriptsOwnCommandsHaveHelp(String line) throws Exception {
    var words = line.split(" ", -1);
    assertThat(output(words)).startsWith("usage: ./touchpaper " + words[0]);
  }

  @Test
  void optionsOfTestsAreInBothHelpTexts() throws Exception {
    for (var option :
        List.of(
            "--without-browser",
            "--without-slurm",
            "--without-newer-slurm",
            "--without-netconf",
            "--without-lab",
            "--all-forms")) {
      assertThat(output("help")).contains("[" + option + "]");
      assertThat(output("test", "--help")).contains("[" + option + "]", "\n  " + option + " ");
    }
  }

  @Test
  void theRangeOfThePortBaseIsInTheHelpOfUpAndDemo() {
    for (var command : List.of(new UpCommand(), new DemoScenarioCommand())) {
      assertThat(new CommandLine(command).getUsageMessage().replaceAll("\\s+", " "))
          .contains("--port-base", "from 0 to 11215", "$TOUCHPAPER_PORT_BASE");
    }
  }

  private static String output(String... words) throws Exception {
    var command = new ArrayList<String>();
    command.add(Path.of("../../touchpaper").toAbsolutePath().normalize().toString());
    command.addAll(List.of(words));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
