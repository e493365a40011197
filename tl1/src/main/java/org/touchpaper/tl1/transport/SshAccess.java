package org.touchpaper.tl1.transport;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How to be let in over SSH, and into what.
 *
 * @param password tried if there is one
 * @param privateKey a file, PEM or OpenSSH, tried first if there is one
 * @param passphrase of the private key, if it has one
 * @param subsystem the subsystem to ask for, such as FlexILS' {@code tl1telnet}; a shell if null
 */
public record SshAccess(
    String user,
    @Nullable String password,
    @Nullable Path privateKey,
    @Nullable String passphrase,
    @Nullable String subsystem) {

  /** A shell for who knows this password. */
  public static SshAccess password(String user, String password) {
    return new SshAccess(user, password, null, null, null);
  }

  /** A shell for who has this key. */
  public static SshAccess key(String user, Path privateKey) {
    return new SshAccess(user, null, privateKey, null, null);
  }

  /** The same, but into this subsystem. */
  public SshAccess into(String name) {
    return new SshAccess(user, password, privateKey, passphrase, name);
  }

  @Override
  public String toString() {
    return "SshAccess[" + user + "]";
  }
}
