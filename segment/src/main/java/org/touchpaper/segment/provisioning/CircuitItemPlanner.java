package org.touchpaper.segment.provisioning;

import java.util.List;
import org.touchpaper.segment.capacity.CapacityAllocator;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.element.ConfigItem;

/**
 * Plans the items that each element holds while a circuit is up. Pure: the same circuit gives the
 * same list.
 */
@FunctionalInterface
public interface CircuitItemPlanner {

  /** The items in the order of creation; they are deleted in reverse. */
  List<ConfigItem> itemsOf(Circuit circuit);

  /**
   * A committed version of a connection.
   *
   * @param version the version to configure
   * @param held the admission result, with the plan of {@link CapacityAllocator}
   * @param name the owner that every item must have
   */
  record Circuit(
      ConnectionId connection,
      int version,
      Criteria criteria,
      CapacityAllocator.Held held,
      String name) {}
}
