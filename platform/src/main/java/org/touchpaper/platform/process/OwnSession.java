package org.touchpaper.platform.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A command in a session of its own (setsid(2)). The terminal sends Ctrl-C and its closing to all
 * of its session at once; whoever started this one ends it in its turn instead.
 */
public final class OwnSession {

  private static final Path SETSID = Path.of("/usr/bin/setsid");

  private OwnSession() {}

  /** The words that run a command so; the process number is the command's. */
  public static List<String> of(List<String> command) {
    var words = new ArrayList<String>();
    if (Files.isExecutable(SETSID)) {
      words.add(SETSID.toString());
    }
    words.addAll(command);
    return words;
  }
}
