package org.touchpaper.segment.element;

/** An element could not be read. Its configuration is unknown. */
public sealed class ElementReadException extends RuntimeException
    permits RequestedDataMissingException {
  public ElementReadException(String element, String reason, Throwable cause) {
    super(element + " cannot be read: " + reason, cause);
  }

  public ElementReadException(String element, String reason) {
    super(element + " cannot be read: " + reason);
  }
}
