package org.touchpaper.harc.transport;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * The paths of the certificates for mutual TLS, and what is made of them. Both ends present a
 * certificate of a trusted authority whose common name (RFC 4519 section 2.3) is their peer name.
 * Host names are not checked.
 *
 * @param certificate the local certificate and its intermediates, PEM
 * @param key its private key, PEM, PKCS #8
 * @param trustedCertificates the trusted authorities, PEM
 */
public record TlsCertificatePaths(Path certificate, Path key, Path trustedCertificates) {
  private static final String[] PROTOCOLS = {"TLSv1.3"};

  SslContext serverContext() throws SSLException {
    return SslContextBuilder.forServer(certificate.toFile(), key.toFile())
        .trustManager(trustedCertificates.toFile())
        .clientAuth(ClientAuth.REQUIRE)
        .protocols(PROTOCOLS)
        .build();
  }

  SslContext clientContext() throws SSLException {
    return SslContextBuilder.forClient()
        .keyManager(certificate.toFile(), key.toFile())
        .trustManager(trustedCertificates.toFile())
        .endpointIdentificationAlgorithm(null)
        .protocols(PROTOCOLS)
        .build();
  }

  /** Fails unless the peer's certificate is issued to its name; without TLS it does nothing. */
  static void requireCertificateOf(String peer, ChannelHandlerContext context)
      throws HandshakeHandler.HandshakeFailedException {
    var tlsHandler = context.pipeline().get(SslHandler.class);
    if (tlsHandler == null) {
      return;
    }
    try {
      var presented = tlsHandler.engine().getSession().getPeerCertificates()[0];
      if (!(presented instanceof X509Certificate x509) || !isIssuedTo(peer, x509)) {
        throw new HandshakeHandler.HandshakeFailedException(
            "the certificate is not issued to " + peer);
      }
    } catch (SSLPeerUnverifiedException | InvalidNameException e) {
      throw new HandshakeHandler.HandshakeFailedException(
          "no valid certificate of " + peer + ": " + e.getMessage());
    }
  }

  private static boolean isIssuedTo(String peer, X509Certificate certificate)
      throws InvalidNameException {
    return new LdapName(certificate.getSubjectX500Principal().getName())
        .getRdns().stream()
            .anyMatch(rdn -> rdn.getType().equalsIgnoreCase("CN") && rdn.getValue().equals(peer));
  }
}
