package org.touchpaper.pathcheck.udp;

import java.io.IOException;
import java.nio.channels.DatagramChannel;

/**
 * Opens the sockets of test packets. Where a host is a network namespace of Linux, a socket belongs
 * to that of the thread that opens it, whichever thread uses it.
 */
@FunctionalInterface
public interface SocketOpener {

  DatagramChannel open() throws IOException;
}
