package org.touchpaper.platform.soap;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * A SOAP fault (SOAP 1.1 section 4.4): thrown by a handler to be sent, and by the client when
 * received.
 */
public final class SoapFaultException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  private final boolean isCallerFault;
  private final transient @Nullable Object detail;

  private SoapFaultException(boolean isCallerFault, String reason, @Nullable Object detail) {
    super(reason);
    this.isCallerFault = isCallerFault;
    this.detail = detail;
  }

  /** The request is at fault (Client, in SOAP 1.2 Sender); the detail is a root element. */
  public static SoapFaultException callerFault(String reason, @Nullable Object detail) {
    return new SoapFaultException(true, reason, detail);
  }

  /** The service is at fault (Server, in SOAP 1.2 Receiver). */
  public static SoapFaultException serviceFault(String reason, @Nullable Object detail) {
    return new SoapFaultException(false, reason, detail);
  }

  /** True if the same request would fail again. */
  public boolean isCallerFault() {
    return isCallerFault;
  }

  /** The content of the contract's fault element; null if there is none. */
  public @Nullable Object detail() {
    return detail;
  }
}
