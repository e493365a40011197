package org.touchpaper.segment.element;

/** An element could not be read. Its configuration is unknown. */
public sealed class ElementUnreachableException extends RuntimeException
    permits IncompleteAnswerException {
  public ElementUnreachableException(String element, String reason, Throwable cause) {
    super(element + " cannot be read: " + reason, cause);
  }

  public ElementUnreachableException(String element, String reason) {
    super(element + " cannot be read: " + reason);
  }
}
