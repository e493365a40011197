package org.touchpaper.elementsession.transport;

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

/** TLS 1.2 or 1.3 over TCP. Files are read for each connection, so that they can be replaced. */
final class TlsTransport implements Transport {

  private final TlsTrust trust;

  TlsTransport(TlsTrust trust) {
    this.trust = trust;
  }

  @Override
  public String label() {
    return "tls";
  }

  @Override
  public DuplexStream connect(String host, int port, Duration timeout) throws IOException {
    var context = context();
    var socket = TcpTransport.connectSocket(host, port, timeout);
    try {
      var tlsSocket = (SSLSocket) context.getSocketFactory().createSocket(socket, host, port, true);
      var parameters = tlsSocket.getSSLParameters();
      if (trust.pinnedCertificates() == null) {
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
      }
      tlsSocket.setSSLParameters(parameters);
      tlsSocket.setSoTimeout(Math.toIntExact(timeout.toMillis()));
      tlsSocket.startHandshake();
      tlsSocket.setSoTimeout(0);
      // closing TLS would wait for a blocked writer
      return DuplexStream.of(tlsSocket.getInputStream(), tlsSocket.getOutputStream(), socket);
    } catch (IOException e) {
      socket.close();
      throw new IOException("TLS handshake failed: " + e.getMessage(), e);
    }
  }

  private SSLContext context() throws IOException {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(keyManagers(), trustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot set up TLS: " + e.getMessage(), e);
    }
  }

  private KeyManager @Nullable [] keyManagers() throws IOException, GeneralSecurityException {
    var keyStore = trust.clientKeyStore();
    if (keyStore == null) {
      return null;
    }
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(keyStore.load(), keyStore.passwordChars());
    return factory.getKeyManagers();
  }

  private TrustManager @Nullable [] trustManagers() throws IOException, GeneralSecurityException {
    if (trust.pinnedCertificates() != null) {
      return new TrustManager[] {PinnedCertificates.read(trust.pinnedCertificates())};
    }
    if (trust.trustStore() == null) {
      return null;
    }
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trust.trustStore().load());
    return factory.getTrustManagers();
  }
}
