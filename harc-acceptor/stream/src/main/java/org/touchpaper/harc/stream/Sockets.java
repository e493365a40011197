package org.touchpaper.harc.stream;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What streams are made of. Java's selectors are there everywhere, but wait for a timer in whole
 * milliseconds, and Netty looks again and again, without waiting, for the last half of one: among a
 * dozen threads on two cores, whose timers ring every few milliseconds, that takes a fifth of their
 * time from whoever has something to do. Linux's epoll waits to the nanosecond.
 *
 * @param waiting for what comes and for timers
 * @param listening for callers
 * @param calling a listener
 */
record Sockets(
    IoHandlerFactory waiting,
    Class<? extends ServerChannel> listening,
    Class<? extends Channel> calling) {

  private static final Logger LOG = LoggerFactory.getLogger(Sockets.class);

  /** Of any Java. */
  static Sockets ofSelectors() {
    return new Sockets(
        NioIoHandler.newFactory(), NioServerSocketChannel.class, NioSocketChannel.class);
  }

  /** Of epoll where it can be had: on Linux, if its native library can be unpacked and loaded. */
  static Sockets quickest() {
    if (Epoll.isAvailable()) {
      return new Sockets(
          EpollIoHandler.newFactory(), EpollServerSocketChannel.class, EpollSocketChannel.class);
    }
    if (System.getProperty("os.name").equals("Linux")) {
      LOG.warn(
          "no epoll, so streams are slower: {}; it is unpacked to java.io.tmpdir, or to where"
              + " -Dio.netty.native.workdir says, which must not be mounted noexec",
          Epoll.unavailabilityCause().toString());
    }
    return ofSelectors();
  }
}
