package org.touchpaper.elementsession.transport;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

/** A key store on disk, PKCS #12 or JKS, with its password. */
public record KeyStoreFile(Path file, String password) {

  KeyStore load() throws IOException, GeneralSecurityException {
    return KeyStore.getInstance(file.toFile(), password.toCharArray());
  }

  char[] passwordChars() {
    return password.toCharArray();
  }

  @Override
  public String toString() {
    return "KeyStoreFile[" + file + "]";
  }
}
