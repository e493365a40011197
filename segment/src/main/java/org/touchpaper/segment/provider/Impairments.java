package org.touchpaper.segment.provider;

import java.util.List;
import org.touchpaper.segment.element.PortAlarm;

/** What stands on elements that impairs the circuits it concerns. */
public interface Impairments {

  /** As the element was last read; none where it has not been, or holds no circuit that is up. */
  List<PortAlarm> lastReadOn(String element);
}
