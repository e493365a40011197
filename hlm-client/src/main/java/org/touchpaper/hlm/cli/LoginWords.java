package org.touchpaper.hlm.cli;

import java.net.URI;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What every command that logs in reads from its options and from the environment. */
final class LoginWords {
  private LoginWords() {}

  /**
   * The address, if it is one of a service.
   *
   * @param whose such as {@code a BAR}
   */
  static URI checked(CommandSpec spec, URI url, String whose) {
    if (url.getRawUserInfo() != null) {
      throw new ParameterException( // and is not printed: it may hold a password
          spec.commandLine(),
          "the URL of %s names nobody: give --user, and the password in TOUCHPAPER_PASSWORD"
              .formatted(whose));
    }
    var scheme = url.getScheme();
    var isLonger = url.getRawQuery() != null || url.getRawFragment() != null;
    var isWeb = "http".equals(scheme) || "https".equals(scheme);
    if (url.getHost() == null || !isWeb || isLonger) {
      throw new ParameterException(spec.commandLine(), "not the URL of " + whose + ": " + url);
    }
    return url;
  }

  static String password(CommandSpec spec, Surroundings surroundings, String name) {
    var fromEnvironment = surroundings.environment().get("TOUCHPAPER_PASSWORD");
    if (fromEnvironment != null) {
      return fromEnvironment;
    }
    var prompt = surroundings.prompt();
    if (prompt == null) {
      throw new ParameterException(
          spec.commandLine(), "no terminal to ask for the password: set TOUCHPAPER_PASSWORD");
    }
    return prompt.apply("Password of " + name + ": ");
  }
}
