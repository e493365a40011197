package org.touchpaper.tl1.element;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Locale;

/**
 * The command line of a Cisco 7600 with IOS 12.2, as one connection sees it. It confirms nothing:
 * silence is success, a line that begins with a percent sign is an error.
 */
final class Ios7600 {

  static final String INVALID = "         ^\r\n% Invalid input detected at '^' marker.\r\n\r\n";
  static final String INCOMPLETE = "% Incomplete command.\r\n\r\n";

  private static final int WIDTH = 80;

  private final Shelf shelf;
  private final IosShow show;
  private final Instant life;
  private int width = WIDTH;
  private boolean enabled;
  private IosConfiguration configuration;
  private boolean configuring;

  Ios7600(Shelf shelf) {
    this.shelf = shelf;
    this.show = new IosShow(shelf);
    this.life = shelf.startedAt();
    this.configuration = new IosConfiguration(shelf);
  }

  void enable() {
    enabled = true;
  }

  boolean isEnabled() {
    return enabled;
  }

  /** True if the line ends the connection where it is typed. */
  boolean isLogout(String line) {
    return !configuring && (line.equals("exit") || line.equals("logout") || line.equals("quit"));
  }

  String prompt() {
    if (configuring) {
      return shelf.config.tid() + configuration.promptPart() + "#";
    }
    return shelf.config.tid() + (enabled ? "#" : ">");
  }

  /** What a line looks like as it is typed: one too long for the terminal slides to the left. */
  String echo(String line) {
    var room = width - prompt().length() - 1;
    if (width == 0 || line.length() < room) {
      return line;
    }
    var shift = line.length() - room + 10;
    return line.substring(0, room) + "\b".repeat(room) + "$" + line.substring(shift + 1);
  }

  /** Carries a line out; returns what is printed before the next prompt. */
  String type(String line) {
    var normal = line.strip().replaceAll(" +", " ");
    if (normal.isEmpty() || normal.startsWith("!")) {
      return "";
    }
    return shelf.alone(() -> {
      if (!life.equals(shelf.startedAt())) {
        throw new UncheckedIOException(new IOException("the element has restarted"));
      }
      return configuring ? configure(normal) : execute(normal);
    });
  }

  private String configure(String line) {
    if (line.equals("end")) {
      configuration.leaveVlan();
      configuring = false;
      return "";
    }
    if (line.equals("exit") && configuration.isGlobal()) {
      configuring = false;
      return "";
    }
    return configuration.type(line);
  }

  private String execute(String line) {
    var words = line.split(" ", 2);
    return switch (words[0].toLowerCase(Locale.ROOT)) {
      case "disable" -> {
        enabled = false;
        yield "";
      }
      case "enable" -> "";
      case "terminal" -> words.length == 1 ? INCOMPLETE : terminal(words[1]);
      case "configure", "conf" -> enterConfiguration();
      case "show", "sh" -> words.length == 1 ? INCOMPLETE : show.show(words[1], enabled);
      case "write", "copy" -> enabled ? "Building configuration...\r\n[OK]\r\n" : INVALID;
      default -> INVALID;
    };
  }

  private String terminal(String what) {
    if (what.matches("width \\d{1,3}") && Integer.parseInt(what.substring(6)) <= 512) {
      width = Integer.parseInt(what.substring(6));
      return "";
    }
    return what.matches("length \\d{1,3}|(no )?monitor") ? "" : INVALID;
  }

  private String enterConfiguration() {
    if (!enabled) {
      return INVALID;
    }
    configuring = true;
    configuration = new IosConfiguration(shelf);
    return "Enter configuration commands, one per line.  End with CNTL/Z.\r\n";
  }
}
