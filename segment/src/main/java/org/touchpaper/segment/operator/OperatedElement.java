package org.touchpaper.segment.operator;

import org.touchpaper.tl1.session.ElementSession;

/**
 * An element of this service.
 *
 * @param dialect what it speaks, as topology files name it: {@code coredirector}
 * @param session the one session that drivers and operators share, so that what an operator sends
 *     waits its turn
 */
public record OperatedElement(String dialect, ElementSession session) {

  /** Its name, TL1's TID. */
  public String tid() {
    return session.endpoint().tid();
  }
}
