package org.touchpaper.harc.client.xml;

/** A message that cannot be parsed; its text states where and why, for a response with 400. */
public final class MalformedMessageException extends RuntimeException {
  public MalformedMessageException(String message) {
    super(message);
  }

  MalformedMessageException(String message, Throwable cause) {
    super(message, cause);
  }
}
