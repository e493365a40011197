package org.touchpaper.harc.acceptor;

import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server of an acceptor, with a virtual thread for each request. */
final class HttpListener implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpListener.class);

  private final String description;
  private final Tomcat tomcat = new Tomcat();

  /** Creates a listener that {@link #open} starts. */
  HttpListener(AcceptorServer.Settings settings, Path tempDirectory, AcceptorServlet servlet) {
    description = "port " + settings.port() + " of " + settings.address();
    tomcat.setBaseDir(tempDirectory.toString());
    tomcat.setConnector(connector(settings));
    var context = tomcat.addContext("", null);
    Tomcat.addServlet(context, "harc", servlet);
    context.addServletMappingDecoded("/", "harc");
  }

  private static Connector connector(AcceptorServer.Settings settings) {
    var connector = new Connector();
    connector.setPort(settings.port());
    connector.setThrowOnFailure(true);
    connector.setProperty("address", settings.address());
    connector.setProperty("connectionTimeout", "10000");
    connector.setProperty("keepAliveTimeout", "60000");
    connector.setProperty("maxKeepAliveRequests", "-1");
    connector.setXpoweredBy(false);
    connector.getProtocolHandler().setExecutor(new VirtualThreadExecutor("http-"));
    return connector;
  }

  /**
   * Starts listening.
   *
   * @throws BindException if the port is in use
   */
  void open() throws IOException {
    try {
      tomcat.start();
    } catch (LifecycleException e) {
      throw cannotListen(e);
    }
  }

  private IOException cannotListen(LifecycleException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException bind) {
        return bind;
      }
    }
    return new IOException("cannot listen on " + description, failure);
  }

  int port() {
    return tomcat.getConnector().getLocalPort();
  }

  @Override
  public void close() {
    try {
      tomcat.stop();
      tomcat.destroy();
    } catch (LifecycleException e) {
      LOG.warn("cannot stop the HTTP server", e);
    }
  }
}
