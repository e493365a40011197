package org.touchpaper.platform.soap;

import java.io.Serial;

/** No answer came: what the other side did is not known, and the request may be repeated. */
public final class SoapUnreachable extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  SoapUnreachable(String message, Throwable cause) {
    super(message, cause);
  }
}
