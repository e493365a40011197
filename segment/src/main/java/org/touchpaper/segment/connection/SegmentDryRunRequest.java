package org.touchpaper.segment.connection;

import java.util.HashSet;
import java.util.List;

/**
 * A request to judge reservations without making them.
 *
 * @param items at least one; each is judged beside those before it, as if they were held
 */
public record SegmentDryRunRequest(RequesterIdentity requester, List<Item> items) {

  public SegmentDryRunRequest {
    items = List.copyOf(items);
    if (items.isEmpty()) {
      throw new IllegalArgumentException("a dry run must have at least one item");
    }
    var seen = new HashSet<ConnectionId>();
    for (var item : items) {
      if (!seen.add(item.connection())) {
        throw new IllegalArgumentException("connection " + item.connection() + " occurs twice");
      }
    }
  }

  /** A new connection, or a change of the one with this id, whose own capacity counts as free. */
  public record Item(ConnectionId connection, Criteria criteria) {}

  /** What a reserve at this moment would answer. Nothing is held. */
  public sealed interface Result {

    /**
     * It would be held.
     *
     * @param source the source with the label that would be chosen
     * @param destination the destination with the label that would be chosen
     * @param path the elements and links crossed, in order, for display
     * @param links what it would take of the links of the wide area, in order
     */
    record Fits(Stp source, Stp destination, List<String> path, List<LinkUse> links)
        implements Result {
      public Fits {
        path = List.copyOf(path);
        links = List.copyOf(links);
      }
    }

    /** It would be refused. */
    record Refused(Refusal refusal) implements Result {}
  }

  /**
   * What a circuit takes of a link.
   *
   * @param name the link's id
   * @param mbps Mbit/s in each direction
   * @param slots the number of units
   * @param unit in which the link is divided, such as {@code STS-1} (GR-253)
   */
  public record LinkUse(String name, int mbps, int slots, String unit) {}
}
