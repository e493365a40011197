package org.touchpaper.segment.operator;

import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.session.ElementSession;
import org.touchpaper.tl1.session.Endpoint;

/**
 * An element of this service.
 *
 * @param dialect what it speaks, as topology files name it: {@code coredirector}
 * @param session the one session that drivers and operators share, so that what an operator sends
 *     waits its turn; null where a driver keeps it to itself
 */
public record OperatedElement(String dialect, Endpoint endpoint, @Nullable ElementSession session) {

  public OperatedElement(String dialect, ElementSession session) {
    this(dialect, session.endpoint(), session);
  }

  /** Its name, TL1's TID. */
  public String tid() {
    return endpoint.tid();
  }
}
