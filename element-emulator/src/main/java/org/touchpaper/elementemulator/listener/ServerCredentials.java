package org.touchpaper.elementemulator.listener;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.apache.sshd.common.config.keys.AuthorizedKeyEntry;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntryResolver;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.keyprovider.SimpleGeneratorHostKeyProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The credentials of an emulated element, created when first needed and kept in its folder: a
 * self-signed certificate ({@code TID.crt}, PEM), an SSH host key, and the SSH keys that it
 * accepts, in OpenSSH's format ({@code TID.authorized_keys}).
 */
public final class ServerCredentials {

  private static final Logger log = LoggerFactory.getLogger(ServerCredentials.class);

  /** Protects nothing of value; the file's mode protects the key. */
  private static final String KEY_STORE_PASSWORD = "emulated";

  private final Path folder;
  private final String tid;

  public ServerCredentials(Path folder, String tid) {
    this.folder = folder;
    this.tid = tid;
  }

  KeyPairProvider hostKey() {
    var keys = new SimpleGeneratorHostKeyProvider(folder.resolve(tid + ".hostkey"));
    keys.setAlgorithm(KeyUtils.EC_ALGORITHM);
    keys.setKeySize(256);
    return keys;
  }

  boolean isAuthorized(PublicKey key) {
    var file = folder.resolve(tid + ".authorized_keys");
    if (!Files.exists(file)) {
      return false;
    }
    try {
      for (var entry : AuthorizedKeyEntry.readAuthorizedKeys(file)) {
        if (KeyUtils.compareKeys(
            entry.resolvePublicKey(null, PublicKeyEntryResolver.IGNORING), key)) {
          return true;
        }
      }
    } catch (IOException | GeneralSecurityException e) {
      log.warn("cannot read {}: {}", file, e.toString());
    }
    return false;
  }

  SSLContext sslContext() throws IOException {
    try {
      var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(keyStore(), KEY_STORE_PASSWORD.toCharArray());
      var context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot create a certificate for " + tid + ": " + e.getMessage(), e);
    }
  }

  private KeyStore keyStore() throws IOException, GeneralSecurityException {
    var file = folder.resolve(tid + ".p12");
    if (!Files.exists(file)) {
      generateKeyStore(file);
    }
    var store = KeyStore.getInstance(file.toFile(), KEY_STORE_PASSWORD.toCharArray());
    var encoded = Base64.getMimeEncoder(64, new byte[] {'\n'});
    Files.writeString(
        folder.resolve(tid + ".crt"),
        "-----BEGIN CERTIFICATE-----\n"
            + encoded.encodeToString(store.getCertificate("own").getEncoded())
            + "\n-----END CERTIFICATE-----\n");
    return store;
  }

  /** Uses keytool, since the JDK has no API to sign certificates. */
  private void generateKeyStore(Path file) throws IOException {
    var options =
        ("-J-XX:TieredStopAtLevel=1 -genkeypair -alias own -keyalg EC -groupname secp256r1"
                + " -validity 3650 -ext SAN=ip:127.0.0.1 -storetype PKCS12 -storepass "
                + KEY_STORE_PASSWORD)
            .split(" ", -1);
    var command = new ArrayList<>(List.of(options));
    command.addFirst(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-dname", "CN=" + tid + ", O=emulated", "-keystore", file.toString()));
    var keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var output = keytool.inputReader()) {
      var printed = String.join(" ", output.lines().toList());
      if (!keytool.waitFor(30, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
        throw new IOException("keytool: " + printed);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      keytool.destroy();
    }
  }
}
