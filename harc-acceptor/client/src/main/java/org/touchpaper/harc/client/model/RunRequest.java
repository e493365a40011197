package org.touchpaper.harc.client.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is to run on the nodes of a booking, in the words of PSI/J and the IRI Facility API. */
public sealed interface RunRequest {

  /**
   * Launches an application of the site's registry.
   *
   * @param application its name in the registry
   * @param arguments {@code name=value} of parameters that the registry allows
   * @param environment additional environment variables
   * @param processesPerNode from 1; null for the registry's default
   * @param coresPerProcess from 1; null for the registry's default
   * @param viewer the host that steers it, such as {@code vis.ucl}; null if none
   */
  record Launch(
      String application,
      List<String> arguments,
      Map<String, String> environment,
      @Nullable Integer processesPerNode,
      @Nullable Integer coresPerProcess,
      @Nullable String viewer)
      implements RunRequest {
    public Launch {
      arguments = List.copyOf(arguments);
      environment = Map.copyOf(environment);
    }

    /** Without environment, viewer and resources of its own. */
    public Launch(String application, List<String> arguments) {
      this(application, arguments, Map.of(), null, null, null);
    }
  }

  /** Stops the run; accepted, without effect, if there is none. */
  record Stop() implements RunRequest {}
}
