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
 * @param environment its environment variables
 * @param directory the directory on shared storage in which the run gets its own
 * @param port the port on which it listens; null if none
 * @param protocol the protocol there; null if none
 * @param signal the name of the signal that stops it
 * @param graceSeconds how long after the signal it is ended, in seconds
 * @param nodes how many its booking had when it was launched
 * @param processesPerNode from 1
 * @param coresPerProcess from 1
 */
public record JobSpecification(
    RunRequest.Launch request,
    List<JobText> command,
    Map<String, JobText> environment,
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
    environment = Map.copyOf(environment);
  }

  /** The executable and its arguments on so many nodes. */
  public List<String> commandOn(int count) {
    return command.stream().map(word -> on(count, word)).toList();
  }

  /** Its environment variables on so many nodes. */
  public Map<String, String> environmentOn(int count) {
    return environment.entrySet().stream()
        .collect(
            Collectors.toUnmodifiableMap(Map.Entry::getKey, value -> on(count, value.getValue())));
  }

  private String on(int count, JobText word) {
    return word.with(Integer.toString(count), Long.toString((long) count * processesPerNode));
  }
}
