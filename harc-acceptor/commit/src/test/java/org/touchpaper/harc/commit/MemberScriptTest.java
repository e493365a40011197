package org.touchpaper.harc.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.StringJoiner;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Replays the conversations in {@code src/test/resources/scripts}. {@code -Drewrite=true} writes
 * what the machine does into them; commit only what you understand.
 */
class MemberScriptTest {

  static List<Path> scripts() throws IOException {
    try (var files = Files.list(Path.of("src/test/resources/scripts"))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void replays(Path script) throws IOException {
    var member = Member.fresh(MemberScript.A1);
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
      var line = MemberScript.parse(input);
      if (line.event() instanceof Event.Restarted && member.memory() != null) {
        member = Member.remembering(MemberScript.A1, member.memory());
      }
      String said;
      try {
        var step = member.on(line.event(), line.at());
        member = step.next();
        said = MemberScript.render(step.effects());
      } catch (IllegalStateException e) {
        said = "shout " + e.getMessage();
      }
      replayed.add((comment + input + "\n----\n" + said).strip());
    }
    if (Boolean.getBoolean("rewrite")) {
      Files.writeString(script, replayed.toString());
    }
    assertThat(replayed).hasToString(Files.readString(script));
  }
}
