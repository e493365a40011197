package org.touchpaper.segment.element;

/**
 * The element answered, and did not tell what it was asked, as of a card that is out of order;
 * asked about something else it may.
 */
public final class NotTold extends ElementUnreachable {
  public NotTold(String element, String reason) {
    super(element, reason);
  }
}
