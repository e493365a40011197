package org.touchpaper.bar.coallocation.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An application that a cluster's site has registered.
 *
 * @param protocol what it speaks to viewers, such as {@code imd}; null if it serves none
 * @param parameters what may be given as arguments
 * @param freeExecutable whether the first argument is the path of any executable, and the others
 *     are passed to it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OfferedApplication(
    String name,
    String description,
    @Nullable String protocol,
    List<Parameter> parameters,
    boolean freeExecutable) {

  public OfferedApplication {
    parameters = List.copyOf(parameters);
  }

  /**
   * A parameter.
   *
   * @param pattern a regular expression that the whole value matches
   * @param defaultValue null if an argument must give the value
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Parameter(
      String name,
      String pattern,
      @JsonProperty("default") @Nullable String defaultValue,
      String description) {}
}
