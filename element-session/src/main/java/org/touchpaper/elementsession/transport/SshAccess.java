package org.touchpaper.elementsession.transport;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The credentials for SSH, and the subsystem to open.
 *
 * @param password used if present
 * @param privateKey a file, PEM or OpenSSH, used before the password if present
 * @param passphrase of the private key, if any
 * @param subsystem the subsystem to request, such as FlexILS' {@code tl1telnet}; a shell if null
 */
public record SshAccess(
    String user,
    @Nullable String password,
    @Nullable Path privateKey,
    @Nullable String passphrase,
    @Nullable String subsystem) {

  /** A shell, with this password. */
  public static SshAccess password(String user, String password) {
    return new SshAccess(user, password, null, null, null);
  }

  /** A shell, with this private key. */
  public static SshAccess key(String user, Path privateKey) {
    return new SshAccess(user, null, privateKey, null, null);
  }

  /** Returns a copy that opens this subsystem. */
  public SshAccess withSubsystem(String name) {
    return new SshAccess(user, password, privateKey, passphrase, name);
  }

  @Override
  public String toString() {
    return "SshAccess[" + user + "]";
  }
}
