package org.touchpaper.harc.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;

/**
 * TLS at one end of a stream. Before its handshake is complete it closes without close_notify,
 * which the peer could not read: the TLS engine is locked while it signs, and would block the event
 * loop.
 */
final class StreamTlsHandler extends SslHandler {
  StreamTlsHandler(SslContext context, Channel channel, TlsHandshakeExecutor handshakeExecutor) {
    super(context.newEngine(channel.alloc()), handshakeExecutor.executorFor(channel));
  }

  @Override
  public void close(ChannelHandlerContext context, ChannelPromise promise) throws Exception {
    if (handshakeFuture().isDone()) {
      super.close(context, promise);
    } else {
      var _ = context.close(promise);
    }
  }

  /** The engine's remaining data is discarded with the handler. */
  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    if (handshakeFuture().isDone()) {
      super.channelInactive(context);
    } else {
      var _ = context.fireChannelInactive();
    }
  }

  /** A handshake failure after removal would be logged with its stack trace. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) throws Exception {
    if (!context.isRemoved()) {
      super.exceptionCaught(context, cause);
    }
  }
}
