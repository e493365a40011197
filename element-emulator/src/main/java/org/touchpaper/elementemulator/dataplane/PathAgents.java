package org.touchpaper.elementemulator.dataplane;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.pathcheck.agent.PathAgent;

/**
 * An agent beside each host of a data plane, as a site runs it beside a real one. Its test packets
 * come from and go to the host's network namespace; the BAR asks it on the loopback interface of
 * this process.
 */
public final class PathAgents implements Closeable {

  /** As in RFC 8762. */
  private static final int REFLECTOR_PORT = 862;

  private static final int MAX_MBPS = 1000;
  private static final Logger log = LoggerFactory.getLogger(PathAgents.class);

  private final Map<String, PathAgent> agents = new HashMap<>();

  private PathAgents() {}

  /**
   * Starts them.
   *
   * @param portsByHost where each is asked; 0 for any port
   * @param secret the bearer token of the BARs
   * @throws IOException if a port cannot be bound
   */
  public static PathAgents start(
      DataPlane dataPlane, Map<String, Integer> portsByHost, String secret) throws IOException {
    var started = new PathAgents();
    try {
      for (var entry : portsByHost.entrySet()) {
        started.start(
            entry.getKey(), dataPlane.namespaceOf(entry.getKey()), entry.getValue(), secret);
      }
      return started;
    } catch (IOException | RuntimeException e) {
      started.close();
      throw e;
    }
  }

  private void start(String host, String namespace, int port, String secret) throws IOException {
    var control = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try {
      agents.put(
          host,
          PathAgent.start(
              new PathAgent.Options(
                  control,
                  new InetSocketAddress(REFLECTOR_PORT),
                  secret,
                  MAX_MBPS,
                  () -> LinuxCalls.openIn(namespace, DatagramChannel::open),
                  problem -> log.warn("path agent of {}: {}", host, problem))));
    } catch (IOException e) {
      throw new IOException(
          "path agent of %s, asked at %s: %s".formatted(host, control, e.getMessage()), e);
    }
  }

  /** Where the agent beside a host is asked. */
  InetSocketAddress control(String host) {
    return Objects.requireNonNull(agents.get(host), host).control();
  }

  @Override
  public void close() {
    agents.values().forEach(PathAgent::close);
  }
}
