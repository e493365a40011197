package org.touchpaper.harc.client;

/** Text that is not the message it should be; says where and why, and is answered by 400. */
public final class MalformedMessage extends RuntimeException {
  public MalformedMessage(String message) {
    super(message);
  }

  MalformedMessage(String message, Throwable cause) {
    super(message, cause);
  }
}
