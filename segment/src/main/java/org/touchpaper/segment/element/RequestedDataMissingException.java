package org.touchpaper.segment.element;

/**
 * The element answered without the requested data, as for a card that is out of order. A query for
 * other places may succeed.
 */
public final class RequestedDataMissingException extends ElementReadException {
  public RequestedDataMissingException(String element, String reason) {
    super(element, reason);
  }
}
