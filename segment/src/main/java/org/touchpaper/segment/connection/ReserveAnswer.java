package org.touchpaper.segment.connection;

import java.util.List;

/** What a segment answers to {@link Reserve}: held, or refused. */
public sealed interface ReserveAnswer {

  /**
   * The version is held, and only its holder can change that.
   *
   * @param source the source with the label chosen
   * @param destination the destination with the label chosen
   * @param path the elements and links crossed, in order, for people to read
   */
  record Held(Stp source, Stp destination, List<String> path) implements ReserveAnswer {
    public Held {
      path = List.copyOf(path);
    }
  }

  /** The version is not held and never will be under this id and version. */
  record Refused(Refusal refusal) implements ReserveAnswer {}
}
