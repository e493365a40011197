package org.touchpaper.harc.stream;

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
 * Mutual TLS, where it is switched on: both ends show a certificate of the authority's whose common
 * name (RFC 4519 section 2.3) is their peer name. Names of hosts mean nothing here.
 *
 * @param certificate our own and those between it and the authority's, PEM
 * @param key the key to it, PEM, PKCS #8
 * @param authority the certificates of those whose word is taken, PEM
 */
public record Certificates(Path certificate, Path key, Path authority) {
  private static final String[] PROTOCOLS = {"TLSv1.3"};

  SslContext listening() throws SSLException {
    return SslContextBuilder.forServer(certificate.toFile(), key.toFile())
        .trustManager(authority.toFile())
        .clientAuth(ClientAuth.REQUIRE)
        .protocols(PROTOCOLS)
        .build();
  }

  SslContext calling() throws SSLException {
    return SslContextBuilder.forClient()
        .keyManager(certificate.toFile(), key.toFile())
        .trustManager(authority.toFile())
        .endpointIdentificationAlgorithm(null)
        .protocols(PROTOCOLS)
        .build();
  }

  /** Fails unless the peer's certificate is its own; without TLS there is nothing to check. */
  static void check(String peer, ChannelHandlerContext context) throws Greeter.Stranger {
    var tls = context.pipeline().get(SslHandler.class);
    if (tls == null) {
      return;
    }
    try {
      var shown = tls.engine().getSession().getPeerCertificates()[0];
      if (!(shown instanceof X509Certificate x509) || !isOf(peer, x509)) {
        throw new Greeter.Stranger("the certificate is not that of " + peer);
      }
    } catch (SSLPeerUnverifiedException | InvalidNameException e) {
      throw new Greeter.Stranger("no certificate of " + peer + ": " + e.getMessage());
    }
  }

  private static boolean isOf(String peer, X509Certificate certificate)
      throws InvalidNameException {
    return new LdapName(certificate.getSubjectX500Principal().getName())
        .getRdns().stream()
            .anyMatch(
                each -> each.getType().equalsIgnoreCase("CN") && each.getValue().equals(peer));
  }
}
