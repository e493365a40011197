package org.touchpaper.segment.element;

/** An element could not be read; nothing is known of what it holds. */
public sealed class ElementUnreachable extends RuntimeException permits NotTold {
  public ElementUnreachable(String element, String reason, Throwable cause) {
    super(element + " cannot be read: " + reason, cause);
  }

  public ElementUnreachable(String element, String reason) {
    super(element + " cannot be read: " + reason);
  }
}
