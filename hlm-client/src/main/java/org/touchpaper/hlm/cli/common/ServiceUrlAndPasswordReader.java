package org.touchpaper.hlm.cli.common;

import java.net.URI;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Reads URL and password for commands that log in. */
public final class ServiceUrlAndPasswordReader {
  private ServiceUrlAndPasswordReader() {}

  /**
   * Returns the URL if it can be the base URL of a service.
   *
   * @param serviceKind for the message, such as {@code a BAR}
   */
  public static URI requireServiceUrl(CommandSpec spec, URI url, String serviceKind) {
    if (url.getRawUserInfo() != null) {
      throw new ParameterException( // without the URL, which may contain a password
          spec.commandLine(),
          "the URL of %s must not contain a user; use --user and TOUCHPAPER_PASSWORD"
              .formatted(serviceKind));
    }
    var scheme = url.getScheme();
    var hasQueryOrFragment = url.getRawQuery() != null || url.getRawFragment() != null;
    var isHttp = "http".equals(scheme) || "https".equals(scheme);
    if (url.getHost() == null || !isHttp || hasQueryOrFragment) {
      throw new ParameterException(spec.commandLine(), "not a URL of " + serviceKind + ": " + url);
    }
    return url;
  }

  public static String password(CommandSpec spec, CliEnvironment environment, String name) {
    var fromEnvironment = environment.environment().get("TOUCHPAPER_PASSWORD");
    if (fromEnvironment != null) {
      return fromEnvironment;
    }
    var prompt = environment.prompt();
    if (prompt == null) {
      throw new ParameterException(
          spec.commandLine(), "no password: set TOUCHPAPER_PASSWORD, or run in a terminal");
    }
    return prompt.apply("Password of " + name + ": ");
  }
}
