package org.touchpaper.platform.soap;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * A fault, thrown by a handler to be sent and by the client when one came (SOAP 1.1 section 4.4).
 */
public final class SoapFault extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  private final boolean isCallers;
  private final transient @Nullable Object detail;

  private SoapFault(boolean isCallers, String reason, @Nullable Object detail) {
    super(reason);
    this.isCallers = isCallers;
    this.detail = detail;
  }

  /** The request is at fault (Client, in SOAP 1.2 Sender); the detail is a root of the bindings. */
  public static SoapFault caller(String reason, @Nullable Object detail) {
    return new SoapFault(true, reason, detail);
  }

  /** The service is at fault (Server, in SOAP 1.2 Receiver). */
  public static SoapFault service(String reason, @Nullable Object detail) {
    return new SoapFault(false, reason, detail);
  }

  /** True if the same request would fail again. */
  public boolean isCallers() {
    return isCallers;
  }

  /** What the contract's fault element holds; null where the fault has none. */
  public @Nullable Object detail() {
    return detail;
  }
}
