package org.touchpaper.segment.provider;

import java.util.List;
import org.touchpaper.segment.connection.ConnectionId;

/** What an operator may have done about circuits that are up by the books and not on an element. */
public interface Repairs {

  /**
   * Has created again what an element lacks of circuits that stand, also where that would count as
   * taken away. What was cut, given up or ended stays so.
   *
   * @param who asks for it, for the record
   * @return the circuits of which something was missing
   * @throws org.touchpaper.segment.element.ElementUnreachable if the element cannot be read
   */
  List<ConnectionId> putBack(String element, String who);
}
