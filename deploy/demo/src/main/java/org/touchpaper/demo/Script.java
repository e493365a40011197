package org.touchpaper.demo;

import java.io.Console;
import java.util.Optional;
import org.touchpaper.demo.script.Demo;
import org.touchpaper.demo.script.Screen;

/** Where the launcher hands over to the demo's script. */
final class Script {
  private Script() {}

  /**
   * Runs the demo on a healthy network.
   *
   * @return the exit status
   */
  static int run(Session session, boolean keep) {
    try (var witness = session.witness()) {
      return new Demo(witness, new Screen(System.out, isTerminal())).run(keep);
    }
  }

  private static boolean isTerminal() {
    return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
  }
}
