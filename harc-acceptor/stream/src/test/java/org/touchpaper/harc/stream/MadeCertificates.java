package org.touchpaper.harc.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Certificates of people who vouch for themselves, made by the JDK's keytool. */
public final class MadeCertificates {
  private static final String PASSWORD = "changeit";

  private final Path directory;

  public MadeCertificates(Path directory) {
    this.directory = directory;
  }

  /** A key and a certificate of that common name. */
  public void make(String name) throws Exception {
    var store = directory.resolve(name + ".p12");
    var keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1", // it runs for a second
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

  private static void pem(Path file, String what, byte[] bytes) throws IOException {
    var text = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(bytes);
    Files.writeString(
        file, "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n".formatted(what, text));
  }

  private Path certificate(String name) {
    return directory.resolve(name + ".crt");
  }

  /** What shows the certificate of that name, and takes the word of these. */
  public Certificates of(String name, String... trusted) throws IOException {
    var lines = new ArrayList<String>();
    for (var each : trusted) {
      lines.addAll(Files.readAllLines(certificate(each)));
    }
    var authority = directory.resolve(name + "-trusts-" + String.join("-", List.of(trusted)));
    Files.write(authority, lines);
    return new Certificates(certificate(name), directory.resolve(name + ".key"), authority);
  }
}
