package org.touchpaper.tl1.transport;

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
 * By which key an SSH server is known to be the element. There is no first use on trust: whoever
 * could stand between us and an element would get its password.
 *
 * @param keys fingerprints ({@code SHA256:…}) or public keys ({@code ssh-ed25519 AAAA…})
 * @param knownHosts a file as OpenSSH's {@code known_hosts}, or null
 */
public record HostKeys(List<String> keys, @Nullable Path knownHosts) {

  public HostKeys {
    keys = List.copyOf(keys);
  }

  /** Any of these fingerprints or public keys. */
  public static HostKeys of(String... keys) {
    return new HostKeys(List.of(keys), null);
  }

  /** What this file says of the element's host. */
  public static HostKeys in(Path knownHosts) {
    return new HostKeys(List.of(), knownHosts);
  }

  /** Nothing if this is the element's key, or else why it is not taken for it, for operators. */
  Optional<String> objection(String host, int port, PublicKey shown)
      throws IOException, GeneralSecurityException {
    var fingerprint = KeyUtils.getFingerPrint(shown);
    var known = 0;
    for (var key : keys) {
      known++;
      if (key.startsWith("SHA256:")
          ? key.equals(fingerprint)
          : isSame(PublicKeyEntry.parsePublicKeyEntry(key), shown)) {
        return Optional.empty();
      }
    }
    if (knownHosts != null) {
      for (var entry : KnownHostEntry.readKnownHostEntries(knownHosts)) {
        if (entry.isHostMatch(host, port)) {
          known++;
          if (isSame(entry.getKeyEntry(), shown)) {
            return Optional.empty();
          }
        }
      }
    }
    var words = "it shows the SSH host key " + KeyUtils.getKeyType(shown) + " " + fingerprint;
    return Optional.of(
        known == 0
            ? words
                + ", and none is known of it; if the element's console shows the same, accept it by host-key: "
                + fingerprint
            : words
                + ", which is none of those known of it: the element has a new key, or somebody stands in between");
  }

  private static boolean isSame(PublicKeyEntry entry, PublicKey shown)
      throws IOException, GeneralSecurityException {
    var key = entry.resolvePublicKey(null, null, PublicKeyEntryResolver.IGNORING);
    return key != null && KeyUtils.compareKeys(key, shown);
  }
}
