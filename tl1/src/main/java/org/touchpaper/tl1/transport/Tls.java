package org.touchpaper.tl1.transport;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** TLS 1.2 or 1.3 over TCP. Files are read at each dialling, so that they may be replaced. */
final class Tls implements Transport {

  private final TlsTrust trust;

  Tls(TlsTrust trust) {
    this.trust = trust;
  }

  @Override
  public String label() {
    return "tls";
  }

  @Override
  public Line dial(String host, int port, Duration within) throws IOException {
    var context = context();
    var socket = TcpLine.connect(host, port, within);
    try {
      var secured = (SSLSocket) context.getSocketFactory().createSocket(socket, host, port, true);
      var parameters = secured.getSSLParameters();
      if (trust.pinned() == null) {
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
      }
      secured.setSSLParameters(parameters);
      secured.setSoTimeout(Math.toIntExact(within.toMillis()));
      secured.startHandshake();
      secured.setSoTimeout(0);
      return new TcpLine(secured, socket);
    } catch (IOException e) {
      socket.close();
      throw new IOException("no TLS: " + e.getMessage(), e);
    }
  }

  private SSLContext context() throws IOException {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(keys(), trusted(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  private KeyManager @Nullable [] keys() throws IOException, GeneralSecurityException {
    var own = trust.own();
    if (own == null) {
      return null;
    }
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(own.load(), own.secret());
    return factory.getKeyManagers();
  }

  private TrustManager @Nullable [] trusted() throws IOException, GeneralSecurityException {
    if (trust.pinned() != null) {
      return new TrustManager[] {PinnedCertificates.read(trust.pinned())};
    }
    if (trust.authorities() == null) {
      return null;
    }
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trust.authorities().load());
    return factory.getTrustManagers();
  }
}
