package org.touchpaper.elementsession.transport;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.util.List;
import java.util.Optional;
import org.apache.sshd.client.config.hosts.KnownHostEntry;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.PublicKeyEntryResolver;
import org.jspecify.annotations.Nullable;

/**
 * The SSH host keys accepted for an element. There is no trust on first use: an attacker in between
 * would receive the password.
 *
 * @param keys fingerprints ({@code SHA256:…}) or public keys ({@code ssh-ed25519 AAAA…})
 * @param knownHosts a file in the format of OpenSSH's {@code known_hosts}, or null
 */
public record HostKeys(List<String> keys, @Nullable Path knownHosts) {

  public HostKeys {
    keys = List.copyOf(keys);
  }

  /** Accepts any of these fingerprints or public keys. */
  public static HostKeys of(String... keys) {
    return new HostKeys(List.of(keys), null);
  }

  /** The reason why a presented key is rejected, for operators; empty if it is accepted. */
  Optional<String> rejectionReason(String host, int port, PublicKey presented)
      throws IOException, GeneralSecurityException {
    var fingerprint = KeyUtils.getFingerPrint(presented);
    var knownCount = 0;
    for (var key : keys) {
      knownCount++;
      if (key.startsWith("SHA256:")
          ? key.equals(fingerprint)
          : isSameKey(PublicKeyEntry.parsePublicKeyEntry(key), presented)) {
        return Optional.empty();
      }
    }
    if (knownHosts != null) {
      for (var entry : KnownHostEntry.readKnownHostEntries(knownHosts)) {
        if (entry.isHostMatch(host, port)) {
          knownCount++;
          if (isSameKey(entry.getKeyEntry(), presented)) {
            return Optional.empty();
          }
        }
      }
    }
    var description =
        "the element presented the SSH host key "
            + KeyUtils.getKeyType(presented)
            + " "
            + fingerprint;
    return Optional.of(
        knownCount == 0
            ? description
                + ", but no key is configured for it; if the element's console shows the"
                + " same key, accept it with host-key: "
                + fingerprint
            : description
                + ", which differs from the configured keys: the element has a new key,"
                + " or the connection is intercepted");
  }

  private static boolean isSameKey(PublicKeyEntry entry, PublicKey presented)
      throws IOException, GeneralSecurityException {
    var key = entry.resolvePublicKey(null, null, PublicKeyEntryResolver.IGNORING);
    return key != null && KeyUtils.compareKeys(key, presented);
  }
}
