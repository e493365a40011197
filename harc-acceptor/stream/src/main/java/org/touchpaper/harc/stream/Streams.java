package org.touchpaper.harc.stream;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.commit.Extent;

/** All streams of one peer, served by one thread. */
public final class Streams implements AutoCloseable {
  /** A peer that has said nothing for so long is gone; a living one pings in between. */
  private static final int SILENCE_SECONDS = 20;

  private static final int PING_SECONDS = 1;
  private static final int CONNECT_MILLIS = 2000;

  private static final Logger LOG = LoggerFactory.getLogger(Streams.class);

  private final Own own;
  private final Sockets sockets;
  private final EventLoopGroup group;
  private final ScheduledExecutorService thread;

  /** All that is open. Netty's loop may end without having closed what is registered with it. */
  private final ChannelGroup open;

  private final HandshakeThread handshakes;

  private final @Nullable SslContext listening;
  private final @Nullable SslContext calling;

  /** Streams without TLS. */
  public Streams(String self) {
    this(Own.of(self), null, null);
  }

  Streams(Own own, @Nullable SslContext listening, @Nullable SslContext calling) {
    this(own, Sockets.quickest(), listening, calling);
  }

  Streams(Own own, Sockets sockets, @Nullable SslContext listening, @Nullable SslContext calling) {
    this.own = own;
    this.sockets = sockets;
    this.listening = listening;
    this.calling = calling;
    this.group =
        new MultiThreadIoEventLoopGroup(
            1,
            Thread.ofPlatform().daemon().name("streams-" + own.self()).factory(),
            sockets.waiting());
    this.thread = group.next();
    this.handshakes = new HandshakeThread(own.self());
    this.open = new DefaultChannelGroup(group.next(), true);
  }

  /**
   * Streams with mutual TLS, or without if there are no certificates.
   *
   * @throws IOException if the certificates cannot be read
   */
  public static Streams of(String self, @Nullable Certificates certificates) throws IOException {
    return of(self, Incarnation.NONE, _ -> Extent.NONE, certificates);
  }

  /**
   * As the other, of a peer that says which memory it speaks from.
   *
   * @param seen how far it has seen the memory of each other peer come
   */
  public static Streams of(
      String self,
      Incarnation incarnation,
      Function<String, Extent> seen,
      @Nullable Certificates certificates)
      throws IOException {
    var own = Own.of(self, incarnation, seen);
    try {
      return certificates == null
          ? new Streams(own, null, null)
          : new Streams(own, certificates.listening(), certificates.calling());
    } catch (IllegalArgumentException e) {
      throw new IOException("cannot use the certificates: " + e.getMessage(), e);
    }
  }

  /**
   * Listens for callers.
   *
   * @param secrets the secret shared with a caller; nothing for one that is not let in
   * @return the port
   * @throws BindException if that address cannot be had
   */
  public int listen(InetSocketAddress address, Function<String, Optional<String>> secrets, Ear ear)
      throws IOException {
    var pending = new PendingHandshakes(new RareWarning(LOG::warn));
    var bound =
        new ServerBootstrap()
            .group(group)
            .channel(sockets.listening())
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(ends(listening, () -> new ListenerGreeter(own, pending, secrets, ear)))
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) { // epoll has exceptions of its own
      var taken = new BindException("cannot listen at " + address + ": " + bound.cause());
      taken.initCause(bound.cause());
      throw taken;
    }
    open.add(bound.channel());
    return ((InetSocketAddress) bound.channel().localAddress()).getPort();
  }

  /** A line to a peer that listens; it is kept open from now on. */
  public Line line(StreamPeer peer, Ear ear) {
    return new Line(peer, ear, this);
  }

  /** The one thread, which may also do what is heard and said about, and when. */
  public ScheduledExecutorService thread() {
    return thread;
  }

  Bootstrap calling(StreamPeer peer, Ear ear) {
    return new Bootstrap()
        .group(group)
        .channel(sockets.calling())
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
        .handler(ends(calling, () -> new CallerGreeter(own, peer, ear)))
        .remoteAddress(peer.address());
  }

  void later(Runnable task, long millis) {
    if (!group.isShuttingDown()) {
      var _ = group.schedule(task, millis, TimeUnit.MILLISECONDS);
    }
  }

  private ChannelInitializer<Channel> ends(@Nullable SslContext tls, Supplier<Greeter> greeter) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        open.add(channel);
        var pipeline = channel.pipeline();
        if (tls != null) {
          pipeline.addLast(new Tls(tls, channel, handshakes));
        }
        pipeline.addLast(
            FrameReader.ofGreetings(),
            new FrameWriter(own.records()),
            new IdleStateHandler(SILENCE_SECONDS, PING_SECONDS, 0),
            greeter.get());
      }
    };
  }

  @Override
  public void close() {
    var _ = open.close().awaitUninterruptibly();
    var _ = group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    handshakes.close();
  }
}
