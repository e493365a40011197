package org.touchpaper.platform.soap;

import java.io.Serial;

/** No response arrived: the effect at the peer is unknown, and the request may be repeated. */
public final class SoapUnreachableException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  SoapUnreachableException(String message, Throwable cause) {
    super(message, cause);
  }
}
