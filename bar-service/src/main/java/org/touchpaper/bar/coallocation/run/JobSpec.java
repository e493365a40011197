package org.touchpaper.bar.coallocation.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What to run on the nodes of a part (PSI/J's and IRI's JobSpec). The number of nodes is the
 * part's.
 *
 * @param application its name in the registry of the cluster's site
 * @param arguments parameters that the registry allows, each {@code name=value}
 * @param processesPerNode from 1; null for what the registry says
 * @param cpuCoresPerProcess from 1; null for what the registry says
 * @param viewer the host from which it is watched; null if none is named
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record JobSpec(
    String application,
    List<String> arguments,
    Map<String, String> environment,
    @Nullable Integer processesPerNode,
    @Nullable Integer cpuCoresPerProcess,
    @Nullable String viewer) {

  public JobSpec {
    arguments = arguments == null ? List.of() : List.copyOf(arguments); // absent in JSON
    environment =
        Collections.unmodifiableMap( // sorted: a digest must not depend on the order
            new TreeMap<>(environment == null ? Map.of() : environment));
  }
}
