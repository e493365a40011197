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
   * @param endpoints what the users at the ends must know
   */
  record Held(Stp source, Stp destination, List<String> path, LightpathEndsAccessDetails endpoints)
      implements ReserveResult {
    public Held {
      path = List.copyOf(path);
    }

    /** Nothing is known about the ends but their labels. */
    public Held(Stp source, Stp destination, List<String> path) {
      this(source, destination, path, LightpathEndsAccessDetails.UNKNOWN);
    }
  }

  /** The version is not held, and never will be under this id and version. */
  record Refused(Refusal refusal) implements ReserveResult {}
}
