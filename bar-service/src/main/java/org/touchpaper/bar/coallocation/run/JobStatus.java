package org.touchpaper.bar.coallocation.run;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a resource manager reports about a run.
 *
 * @param number the number of the launch, from 1
 * @param jobId its id in the batch scheduler; null until it has one
 * @param nodes where it runs
 * @param port the TCP port at which it listens; null if it has none
 * @param protocol what it speaks there, such as {@code imd}
 * @param since when it entered the state
 * @param exitCode null until it has ended by itself
 * @param message why it is in this state, for people
 * @param output the last lines it wrote
 */
public record JobStatus(
    JobState state,
    int number,
    @Nullable String jobId,
    List<String> nodes,
    @Nullable Integer port,
    @Nullable String protocol,
    Instant since,
    @Nullable Integer exitCode,
    @Nullable String message,
    List<String> output) {

  public JobStatus {
    nodes = List.copyOf(nodes);
    output = List.copyOf(output);
  }
}
