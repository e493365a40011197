package org.touchpaper.segment.provider;

import java.util.List;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.element.Item;

/**
 * Says which element shall hold which items while a circuit is up. Pure: same circuit, same list.
 */
@FunctionalInterface
public interface CircuitConfiguration {

  /** The items in the order to create them; they are deleted in reverse. */
  List<Item> itemsOf(Circuit circuit);

  /**
   * A committed version of a connection.
   *
   * @param connection its id
   * @param version the binding version
   * @param criteria what was asked for
   * @param held what {@link Admission} chose for it
   * @param name the owner that every item must bear
   */
  record Circuit(
      ConnectionId connection, int version, Criteria criteria, Admission.Held held, String name) {}
}
