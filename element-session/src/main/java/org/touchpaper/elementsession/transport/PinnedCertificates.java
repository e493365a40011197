package org.touchpaper.elementsession.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.X509TrustManager;

/** Trusts exactly the certificates in a file. */
final class PinnedCertificates implements X509TrustManager {

  private final Path file;
  private final List<? extends Certificate> pinned;

  private PinnedCertificates(Path file, Collection<? extends Certificate> pinned) {
    this.file = file;
    this.pinned = List.copyOf(pinned);
  }

  static PinnedCertificates read(Path file) throws IOException, CertificateException {
    try (var in = Files.newInputStream(file)) {
      return new PinnedCertificates(
          file, CertificateFactory.getInstance("X.509").generateCertificates(in));
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String algorithm)
      throws CertificateException {
    if (!pinned.contains(chain[0])) {
      throw new CertificateException(
          ("the element presented the certificate of %s with SHA-256 fingerprint %s, which is not"
                  + " in %s; if the element's console shows the same fingerprint, add the certificate to"
                  + " that file")
              .formatted(chain[0].getSubjectX500Principal(), fingerprint(chain[0]), file));
    }
  }

  private static String fingerprint(X509Certificate certificate) throws CertificateException {
    try {
      var digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
      return HexFormat.ofDelimiter(":").withUpperCase().formatHex(digest);
    } catch (GeneralSecurityException e) {
      throw new CertificateException(e);
    }
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String algorithm)
      throws CertificateException {
    throw new CertificateException("client certificates are not accepted");
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
