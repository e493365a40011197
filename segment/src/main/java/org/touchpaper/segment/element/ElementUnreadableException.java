package org.touchpaper.segment.element;

/** An element could not be read. Its configuration is unknown. */
public sealed class ElementUnreadableException extends RuntimeException
    permits RequestedDataMissingException {
  public ElementUnreadableException(String element, String reason, Throwable cause) {
    super(element + " cannot be read: " + reason, cause);
  }

  public ElementUnreadableException(String element, String reason) {
    super(element + " cannot be read: " + reason);
  }
}
