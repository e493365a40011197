package org.touchpaper.harc.transport;

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
import org.touchpaper.harc.protocol.journal.JournalPosition;
import org.touchpaper.harc.transport.message.FrameDecoder;
import org.touchpaper.harc.transport.message.FrameEncoder;
import org.touchpaper.harc.transport.message.JournalIdentity;

/** All streams of the local peer, served by one event loop thread. */
public final class PeerStreams implements AutoCloseable {
  /** A peer that sends nothing for so long is unreachable; peers ping once a second. */
  private static final int READ_TIMEOUT_SECONDS = 20;

  private static final int PING_INTERVAL_SECONDS = 1;
  private static final int CONNECT_TIMEOUT_MILLIS = 2000;

  private static final Logger LOG = LoggerFactory.getLogger(PeerStreams.class);

  private final LocalPeerContext localPeerContext;
  private final NettyChannelTypes transport;
  private final EventLoopGroup group;
  private final ScheduledExecutorService eventLoop;

  /** Closed explicitly: Netty's event loop may end without closing its channels. */
  private final ChannelGroup openChannels;

  private final TlsHandshakeExecutor handshakeExecutor;

  private final @Nullable SslContext serverTls;
  private final @Nullable SslContext clientTls;

  /** Streams without TLS. */
  public PeerStreams(String localName) {
    this(LocalPeerContext.of(localName), null, null);
  }

  PeerStreams(
      LocalPeerContext localPeerContext,
      @Nullable SslContext serverTls,
      @Nullable SslContext clientTls) {
    this(localPeerContext, NettyChannelTypes.fastestAvailable(), serverTls, clientTls);
  }

  PeerStreams(
      LocalPeerContext localPeerContext,
      NettyChannelTypes transport,
      @Nullable SslContext serverTls,
      @Nullable SslContext clientTls) {
    this.localPeerContext = localPeerContext;
    this.transport = transport;
    this.serverTls = serverTls;
    this.clientTls = clientTls;
    this.group =
        new MultiThreadIoEventLoopGroup(
            1,
            Thread.ofPlatform().daemon().name("streams-" + localPeerContext.name()).factory(),
            transport.ioHandlerFactory());
    this.eventLoop = group.next();
    this.handshakeExecutor = new TlsHandshakeExecutor(localPeerContext.name());
    this.openChannels = new DefaultChannelGroup(group.next(), true);
  }

  /**
   * Streams with mutual TLS, or without if there are no certificates.
   *
   * @throws IOException if the certificates cannot be read
   */
  public static PeerStreams of(String localName, @Nullable TlsCertificatePaths certificates)
      throws IOException {
    return of(localName, JournalIdentity.NONE, _ -> JournalPosition.NONE, certificates);
  }

  /**
   * Streams of a peer with a journal.
   *
   * @param seenPositions the last journal position seen of each other peer
   */
  public static PeerStreams of(
      String localName,
      JournalIdentity identity,
      Function<String, JournalPosition> seenPositions,
      @Nullable TlsCertificatePaths certificates)
      throws IOException {
    var localPeerContext = LocalPeerContext.of(localName, identity, seenPositions);
    try {
      return certificates == null
          ? new PeerStreams(localPeerContext, null, null)
          : new PeerStreams(
              localPeerContext, certificates.serverContext(), certificates.clientContext());
    } catch (IllegalArgumentException e) {
      throw new IOException("cannot read the certificates: " + e.getMessage(), e);
    }
  }

  /**
   * Accepts streams.
   *
   * @param secrets the secret shared with a peer; empty for a peer that is not allowed
   * @return the port
   * @throws BindException if the address is in use or does not exist
   */
  public int listen(
      InetSocketAddress address,
      Function<String, Optional<String>> secrets,
      StreamSessionListener listener)
      throws IOException {
    var pendingHandshakes = new PendingHandshakes(new RateLimitedWarning(LOG::warn));
    var bound =
        new ServerBootstrap()
            .group(group)
            .channel(transport.serverChannelType())
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                channelInitializer(
                    serverTls,
                    () ->
                        new ServerHandshakeHandler(
                            localPeerContext, pendingHandshakes, secrets, listener)))
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) { // epoll has exceptions of its own
      var exception = new BindException("cannot listen on " + address + ": " + bound.cause());
      exception.initCause(bound.cause());
      throw exception;
    }
    openChannels.add(bound.channel());
    return ((InetSocketAddress) bound.channel().localAddress()).getPort();
  }

  /** Opens a connection to a listening peer and keeps it open. */
  public PeerConnection connect(StreamPeerAddress peer, StreamSessionListener listener) {
    return new PeerConnection(peer, listener, this);
  }

  /** The event loop thread; callers may run their own tasks on it. */
  public ScheduledExecutorService eventLoop() {
    return eventLoop;
  }

  Bootstrap clientBootstrap(StreamPeerAddress peer, StreamSessionListener listener) {
    return new Bootstrap()
        .group(group)
        .channel(transport.clientChannelType())
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
        .handler(
            channelInitializer(
                clientTls, () -> new ClientHandshakeHandler(localPeerContext, peer, listener)))
        .remoteAddress(peer.socketAddress());
  }

  void schedule(Runnable task, long delayMillis) {
    if (!group.isShuttingDown()) {
      var _ = group.schedule(task, delayMillis, TimeUnit.MILLISECONDS);
    }
  }

  private ChannelInitializer<Channel> channelInitializer(
      @Nullable SslContext tlsContext, Supplier<HandshakeHandler> handshakeHandlerFactory) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        openChannels.add(channel);
        var pipeline = channel.pipeline();
        if (tlsContext != null) {
          pipeline.addLast(new StreamTlsHandler(tlsContext, channel, handshakeExecutor));
        }
        pipeline.addLast(
            FrameDecoder.forHandshake(),
            new FrameEncoder(localPeerContext.recordCache()),
            new IdleStateHandler(READ_TIMEOUT_SECONDS, PING_INTERVAL_SECONDS, 0),
            handshakeHandlerFactory.get());
      }
    };
  }

  @Override
  public void close() {
    var _ = openChannels.close().awaitUninterruptibly();
    var _ = group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    handshakeExecutor.close();
  }
}
