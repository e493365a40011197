package org.touchpaper.segment.operator;

import org.jspecify.annotations.Nullable;
import org.touchpaper.elementsession.ElementSession;
import org.touchpaper.elementsession.connection.ElementEndpoint;

/**
 * An element of this service.
 *
 * @param model its type, as topology files name it: {@code coredirector}
 * @param session the one session that drivers and operators share, so that operators' commands are
 *     queued with the others; null where the driver does not expose it
 */
public record OperatedElement(
    String model, ElementEndpoint endpoint, @Nullable ElementSession session) {

  public OperatedElement(String model, ElementSession session) {
    this(model, session.endpoint(), session);
  }

  /** The element's name (TL1's TID). */
  public String tid() {
    return endpoint.tid();
  }
}
