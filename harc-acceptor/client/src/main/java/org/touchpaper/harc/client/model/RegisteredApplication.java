package org.touchpaper.harc.client.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An application that a person may launch on a resource, as its site registered it.
 *
 * @param name its name in the registry
 * @param description one sentence for people
 * @param protocol the protocol of the port on which it listens, such as {@code imd}; null if none
 * @param parameters its parameters
 * @param freeExecutable true if the first argument is the path of any executable and the others are
 *     passed to it as they are
 */
public record RegisteredApplication(
    String name,
    String description,
    @Nullable String protocol,
    List<Parameter> parameters,
    boolean freeExecutable) {

  public RegisteredApplication {
    parameters = List.copyOf(parameters);
  }

  /**
   * A parameter that an argument {@code name=value} may set.
   *
   * @param name its name
   * @param pattern the regular expression that a value matches in whole
   * @param defaultValue null if an argument is required
   * @param description one sentence for people
   */
  public record Parameter(
      String name, String pattern, @Nullable String defaultValue, String description) {}
}
