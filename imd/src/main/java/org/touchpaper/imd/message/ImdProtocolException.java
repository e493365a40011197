package org.touchpaper.imd.message;

/** The peer sent bytes that are not IMD. The connection cannot be used any longer. */
public final class ImdProtocolException extends RuntimeException {

  public ImdProtocolException(String message) {
    super(message);
  }
}
