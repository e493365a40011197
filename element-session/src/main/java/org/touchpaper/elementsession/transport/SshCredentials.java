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
public record SshCredentials(
    String user,
    @Nullable String password,
    @Nullable Path privateKey,
    @Nullable String passphrase,
    @Nullable String subsystem) {

  public static SshCredentials password(String user, String password) {
    return new SshCredentials(user, password, null, null, null);
  }

  @Override
  public String toString() {
    return "SshCredentials[" + user + "]";
  }
}
