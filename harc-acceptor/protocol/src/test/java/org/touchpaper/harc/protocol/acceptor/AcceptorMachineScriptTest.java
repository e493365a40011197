package org.touchpaper.harc.protocol.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.StringJoiner;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Replays the scripts in {@code src/test/resources/scripts}. {@code -Drewrite=true} writes the
 * machine's output into them; review the changes before you commit them.
 */
class AcceptorMachineScriptTest {

  static List<Path> scripts() throws IOException {
    try (var files = Files.list(Path.of("src/test/resources/scripts"))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void replays(Path script) throws IOException {
    var machine = AcceptorMachine.fresh(AcceptorMachineScript.A1);
    var replayed = new StringJoiner("\n\n", "", "\n");
    var text = Files.readString(script);
    for (var stanza : text.strip().split("\n\n", -1)) {
      var comment = new StringBuilder();
      var input = "";
      for (var line : stanza.substring(0, stanza.indexOf("----")).strip().split("\n", -1)) {
        if (line.startsWith("#")) {
          comment.append(line).append('\n');
        } else {
          input = line;
        }
      }
      var line = AcceptorMachineScript.parse(input);
      if (line.event() instanceof AcceptorEvent.Restarted && machine.hardState() != null) {
        machine = AcceptorMachine.restored(AcceptorMachineScript.A1, machine.hardState());
      }
      String output;
      try {
        var step = machine.handle(line.event(), line.at());
        machine = step.next();
        output = AcceptorMachineScript.render(step.effects());
      } catch (IllegalStateException e) {
        output = "error " + e.getMessage();
      }
      replayed.add((comment + input + "\n----\n" + output).strip());
    }
    if (Boolean.getBoolean("rewrite")) {
      Files.writeString(script, replayed.toString());
    }
    assertThat(replayed).hasToString(Files.readString(script));
  }
}
