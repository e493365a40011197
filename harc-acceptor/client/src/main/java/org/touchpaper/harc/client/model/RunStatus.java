package org.touchpaper.harc.client.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of the latest launch of a booking.
 *
 * @param state its state
 * @param jobId the batch scheduler's id; null until it is known
 * @param nodes the nodes on which it runs or ran; empty until it is started
 * @param port the TCP port on which the application listens; null if it has none
 * @param protocol the protocol at that port, such as {@code imd}; null if it has none
 * @param since since when it has been in this state
 * @param exitCode the exit code; null until it has ended, or if none is known
 * @param message why it waits or failed; null if there is nothing to say
 * @param output the last lines of its output, at most 20 of 200 characters
 * @param number counts the launches of the booking, from 1
 */
public record RunStatus(
    RunState state,
    @Nullable String jobId,
    List<String> nodes,
    @Nullable Integer port,
    @Nullable String protocol,
    Instant since,
    @Nullable Integer exitCode,
    @Nullable String message,
    List<String> output,
    int number) {

  public RunStatus {
    nodes = List.copyOf(nodes);
    output = List.copyOf(output);
  }
}
