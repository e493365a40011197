package org.touchpaper.harc.rm.run;

/**
 * A word of a job's command line, or the value of one of its variables.
 *
 * @param text the word or value
 * @param hasPlaceholders true if {@code {nodes}} and {@code {processes}} in it stand for the
 *     numbers that the job gets, which may differ from those at its launch
 */
public record JobArgumentTemplate(String text, boolean hasPlaceholders) {

  /** What stands for the number of nodes. */
  public static final String NODES = "{nodes}";

  /** What stands for the number of processes on all nodes together. */
  public static final String PROCESSES = "{processes}";

  /** The text with these in place of the numbers. */
  public String with(String nodes, String processes) {
    return hasPlaceholders ? text.replace(NODES, nodes).replace(PROCESSES, processes) : text;
  }
}
