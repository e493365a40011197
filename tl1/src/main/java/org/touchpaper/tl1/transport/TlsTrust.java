package org.touchpaper.tl1.transport;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Whose certificate is taken for an element's. At most one of the first two is given; without
 * either, those count whom the JDK trusts.
 *
 * @param pinned a file of certificates, PEM: the element shows one of just these, whatever host and
 *     dates stand in it, which is how elements sign for themselves
 * @param authorities a store of those whose word is taken; the certificate must then name the host
 * @param own what we show of ourselves, where elements ask for it (mutual TLS)
 */
public record TlsTrust(
    @Nullable Path pinned, @Nullable KeyStoreFile authorities, @Nullable KeyStoreFile own) {

  public TlsTrust {
    if (pinned != null && authorities != null) {
      throw new IllegalArgumentException(
          "either a pinned certificate or a store of authorities, not both");
    }
  }

  /** The element shows this certificate or one of these. */
  public static TlsTrust pinned(Path certificates) {
    return new TlsTrust(certificates, null, null);
  }

  /** The element's certificate is from one of these, and names its host. */
  public static TlsTrust authorities(KeyStoreFile store) {
    return new TlsTrust(null, store, null);
  }

  /** The same, and we show this. */
  public TlsTrust showing(KeyStoreFile store) {
    return new TlsTrust(pinned, authorities, store);
  }
}
