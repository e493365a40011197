package org.touchpaper.tl1.transport;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

/** A key store on disk, PKCS #12 or JKS, and the password to it. */
public record KeyStoreFile(Path file, String password) {

  KeyStore load() throws IOException, GeneralSecurityException {
    return KeyStore.getInstance(file.toFile(), password.toCharArray());
  }

  char[] secret() {
    return password.toCharArray();
  }

  @Override
  public String toString() {
    return "KeyStoreFile[" + file + "]";
  }
}
