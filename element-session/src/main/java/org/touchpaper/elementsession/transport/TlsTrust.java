package org.touchpaper.elementsession.transport;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The certificates accepted from an element. At most one of the first two is set; without either,
 * the JDK's trust store applies.
 *
 * @param pinnedCertificates a PEM file: the element must present one of exactly these certificates,
 *     whatever their host and dates; for self-signed certificates
 * @param trustStore trusted authorities; the certificate must then name the host
 * @param clientKeyStore our own certificate, for elements that require one (mutual TLS)
 */
public record TlsTrust(
    @Nullable Path pinnedCertificates,
    @Nullable KeyStoreFile trustStore,
    @Nullable KeyStoreFile clientKeyStore) {

  public TlsTrust {
    if (pinnedCertificates != null && trustStore != null) {
      throw new IllegalArgumentException(
          "specify either pinned certificates or a trust store, not both");
    }
  }
}
