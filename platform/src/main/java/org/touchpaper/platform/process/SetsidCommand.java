package org.touchpaper.platform.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A command in a session of its own (setsid(2)). A terminal sends Ctrl-C and hang-up to its whole
 * session; this process is left to its parent to stop.
 */
public final class SetsidCommand {

  private static final Path SETSID = Path.of("/usr/bin/setsid");

  private SetsidCommand() {}

  /** The command line; the process number is the command's. */
  public static List<String> of(List<String> command) {
    var commandLine = new ArrayList<String>();
    if (Files.isExecutable(SETSID)) {
      commandLine.add(SETSID.toString());
    }
    commandLine.addAll(command);
    return commandLine;
  }
}
