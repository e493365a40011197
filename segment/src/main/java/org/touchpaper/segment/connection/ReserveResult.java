package org.touchpaper.segment.connection;

import java.util.List;

/** The answer to a {@link ReserveRequest}: held or refused. */
public sealed interface ReserveResult {

  /**
   * The version is held. Only its holder can change that.
   *
   * @param source the source with the chosen label
   * @param destination the destination with the chosen label
   * @param path the elements and links crossed, in order, for display
   */
  record Held(Stp source, Stp destination, List<String> path) implements ReserveResult {
    public Held {
      path = List.copyOf(path);
    }
  }

  /** The version is not held, and never will be under this id and version. */
  record Refused(Refusal refusal) implements ReserveResult {}
}
