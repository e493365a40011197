package org.touchpaper.harc.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Self-signed certificates, created with the JDK's keytool. */
public final class TestCertificates {
  private static final String PASSWORD = "changeit";

  private final Path directory;

  public TestCertificates(Path directory) {
    this.directory = directory;
  }

  /** Creates a key and a certificate with the common name. */
  public void create(String name) throws Exception {
    var store = directory.resolve(name + ".p12");
    var keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1", // faster for a short run
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-alias",
                "own",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=" + name + ", O=Touchpaper",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve(name + ".log").toFile())
            .start();
    if (keytool.waitFor() != 0) {
      throw new IOException(Files.readString(directory.resolve(name + ".log")));
    }
    write(name, KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray()));
  }

  private void write(String name, KeyStore store) throws GeneralSecurityException, IOException {
    var key = store.getKey("own", PASSWORD.toCharArray()).getEncoded();
    pem(directory.resolve(name + ".key"), "PRIVATE KEY", key);
    pem(certificate(name), "CERTIFICATE", store.getCertificate("own").getEncoded());
  }

  private static void pem(Path file, String type, byte[] bytes) throws IOException {
    var text = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(bytes);
    Files.writeString(
        file, "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n".formatted(type, text));
  }

  private Path certificate(String name) {
    return directory.resolve(name + ".crt");
  }

  /** The certificate of that name, trusting the certificates of the others. */
  public TlsCertificatePaths certificatesOf(String name, String... trusted) throws IOException {
    var lines = new ArrayList<String>();
    for (var trustedName : trusted) {
      lines.addAll(Files.readAllLines(certificate(trustedName)));
    }
    var authority = directory.resolve(name + "-trusts-" + String.join("-", List.of(trusted)));
    Files.write(authority, lines);
    return new TlsCertificatePaths(certificate(name), directory.resolve(name + ".key"), authority);
  }
}
