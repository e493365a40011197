package org.touchpaper.harc.transport;

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
 * The Netty transport of streams: epoll on Linux, else NIO. NIO selectors wait in whole
 * milliseconds, and Netty polls for the last half of one. With a dozen threads on two cores, whose
 * timers expire every few milliseconds, polling takes a fifth of the CPU time. Linux's epoll waits
 * to the nanosecond.
 *
 * @param ioHandlerFactory creates the event loop's I/O handler
 * @param serverChannelType the listening channel
 * @param clientChannelType the connecting channel
 */
record NettyChannelTypes(
    IoHandlerFactory ioHandlerFactory,
    Class<? extends ServerChannel> serverChannelType,
    Class<? extends Channel> clientChannelType) {

  private static final Logger LOG = LoggerFactory.getLogger(NettyChannelTypes.class);

  /** Java NIO, available everywhere. */
  static NettyChannelTypes nio() {
    return new NettyChannelTypes(
        NioIoHandler.newFactory(), NioServerSocketChannel.class, NioSocketChannel.class);
  }

  /** Epoll on Linux, if its native library can be unpacked and loaded, else NIO. */
  static NettyChannelTypes fastestAvailable() {
    if (Epoll.isAvailable()) {
      return new NettyChannelTypes(
          EpollIoHandler.newFactory(), EpollServerSocketChannel.class, EpollSocketChannel.class);
    }
    if (System.getProperty("os.name").equals("Linux")) {
      LOG.warn(
          "epoll is not available, streams are slower: {}; its library is unpacked to"
              + " java.io.tmpdir, or -Dio.netty.native.workdir, which must not be mounted noexec",
          Epoll.unavailabilityCause().toString());
    }
    return nio();
  }
}
