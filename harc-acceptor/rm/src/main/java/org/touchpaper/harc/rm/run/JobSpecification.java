package org.touchpaper.harc.rm.run;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.model.RunRequest;

/**
 * What a run executes, as the registry described it when the run was held: later changes of the
 * registry do not change it.
 *
 * @param request what was requested
 * @param command the executable and its arguments
 * @param relay the command line of what stands between it and its viewers; empty if nothing does
 * @param environment its environment variables
 * @param directory the directory on shared storage in which the run gets its own
 * @param port the port on which viewers reach it; null if none
 * @param protocol the protocol there; null if none
 * @param signal the name of the signal that stops it
 * @param graceSeconds how long after the signal it is ended, in seconds
 * @param nodes how many its booking had when it was launched
 * @param processesPerNode from 1
 * @param coresPerProcess from 1
 */
public record JobSpecification(
    RunRequest.Launch request,
    List<JobArgumentTemplate> command,
    List<JobArgumentTemplate> relay,
    Map<String, JobArgumentTemplate> environment,
    String directory,
    @Nullable Integer port,
    @Nullable String protocol,
    String signal,
    int graceSeconds,
    int nodes,
    int processesPerNode,
    int coresPerProcess) {
  public JobSpecification {
    command = List.copyOf(command);
    relay = List.copyOf(relay);
    environment = Map.copyOf(environment);
  }

  /** The executable and its arguments on so many nodes. */
  public List<String> commandOn(int count) {
    return on(count, command);
  }

  /** The relay's command line on so many nodes; empty if there is none. */
  public List<String> relayOn(int count) {
    return on(count, relay);
  }

  private List<String> on(int count, List<JobArgumentTemplate> words) {
    return words.stream().map(word -> on(count, word)).toList();
  }

  /** Its environment variables on so many nodes. */
  public Map<String, String> environmentOn(int count) {
    return environment.entrySet().stream()
        .collect(
            Collectors.toUnmodifiableMap(Map.Entry::getKey, value -> on(count, value.getValue())));
  }

  private String on(int count, JobArgumentTemplate word) {
    return word.with(Integer.toString(count), Long.toString((long) count * processesPerNode));
  }
}
