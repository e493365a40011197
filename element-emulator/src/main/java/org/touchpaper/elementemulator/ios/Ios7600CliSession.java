package org.touchpaper.elementemulator.ios;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Locale;
import org.touchpaper.elementemulator.state.ElementState;

/**
 * The CLI of a Cisco 7600 with IOS 12.2 for one connection. It confirms nothing: no output means
 * success, and a line that begins with a percent sign is an error.
 */
final class Ios7600CliSession {

  static final String INVALID = "         ^\r\n% Invalid input detected at '^' marker.\r\n\r\n";
  static final String INCOMPLETE = "% Incomplete command.\r\n\r\n";

  private static final int DEFAULT_WIDTH = 80;

  private final ElementState state;
  private final IosShowCommands showCommands;
  private final Instant elementStart;
  private int width = DEFAULT_WIDTH;
  private boolean enabled;
  private IosConfigurationMode configuration;
  private boolean configuring;

  Ios7600CliSession(ElementState state) {
    this.state = state;
    this.showCommands = new IosShowCommands(state);
    this.elementStart = state.startedAt();
    this.configuration = new IosConfigurationMode(state);
  }

  void enable() {
    enabled = true;
  }

  boolean isEnabled() {
    return enabled;
  }

  /** True if the line ends the connection in the present mode. */
  boolean isLogout(String line) {
    return !configuring && (line.equals("exit") || line.equals("logout") || line.equals("quit"));
  }

  String prompt() {
    if (configuring) {
      return state.config.tid() + configuration.promptPart() + "#";
    }
    return state.config.tid() + (enabled ? "#" : ">");
  }

  /** The echo of a line; a line longer than the terminal scrolls to the left. */
  String echo(String line) {
    var columns = width - prompt().length() - 1;
    if (width == 0 || line.length() < columns) {
      return line;
    }
    var shift = line.length() - columns + 10;
    return line.substring(0, columns) + "\b".repeat(columns) + "$" + line.substring(shift + 1);
  }

  String enterLine(String line) {
    var normalized = line.strip().replaceAll(" +", " ");
    if (normalized.isEmpty() || normalized.startsWith("!")) {
      return "";
    }
    return state.runExclusively(() -> {
      if (!elementStart.equals(state.startedAt())) {
        throw new UncheckedIOException(new IOException("the element has restarted"));
      }
      return configuring ? configure(normalized) : execute(normalized);
    });
  }

  private String configure(String line) {
    if (line.equals("end")) {
      configuration.applyPendingVlan();
      configuring = false;
      return "";
    }
    if (line.equals("exit") && configuration.isGlobal()) {
      configuring = false;
      return "";
    }
    return configuration.enterLine(line);
  }

  private String execute(String line) {
    var tokens = line.split(" ", 2);
    return switch (tokens[0].toLowerCase(Locale.ROOT)) {
      case "disable" -> {
        enabled = false;
        yield "";
      }
      case "enable" -> "";
      case "terminal" -> tokens.length == 1 ? INCOMPLETE : setTerminal(tokens[1]);
      case "configure", "conf" -> enterConfiguration();
      case "show", "sh" -> tokens.length == 1 ? INCOMPLETE : showCommands.show(tokens[1], enabled);
      case "write", "copy" -> enabled ? "Building configuration...\r\n[OK]\r\n" : INVALID;
      default -> INVALID;
    };
  }

  private String setTerminal(String setting) {
    if (setting.matches("width \\d{1,3}") && Integer.parseInt(setting.substring(6)) <= 512) {
      width = Integer.parseInt(setting.substring(6));
      return "";
    }
    return setting.matches("length \\d{1,3}|(no )?monitor") ? "" : INVALID;
  }

  private String enterConfiguration() {
    if (!enabled) {
      return INVALID;
    }
    configuring = true;
    configuration = new IosConfigurationMode(state);
    return "Enter configuration commands, one per line.  End with CNTL/Z.\r\n";
  }
}
