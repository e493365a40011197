package org.touchpaper.segment.reconcile;

import java.util.List;
import org.touchpaper.segment.element.PortAlarm;

/** The problems of elements that impair circuits. */
public interface ImpairmentSource {

  /**
   * The problems of an element as last read; empty if it has not been read, or holds no active
   * circuit.
   */
  List<PortAlarm> lastReadAlarms(String element);
}
