package org.touchpaper.harc.stream;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;

/**
 * TLS at one end of a stream. Until its handshake is done it ends without a farewell: nobody could
 * read that, and the engine, which is locked while it signs, would keep the streams' thread waiting
 * for a signature that nobody wants any more.
 */
final class Tls extends SslHandler {
  Tls(SslContext certificates, Channel channel, HandshakeThread handshakes) {
    super(certificates.newEngine(channel.alloc()), handshakes.forHandshakeOf(channel));
  }

  @Override
  public void close(ChannelHandlerContext context, ChannelPromise promise) throws Exception {
    if (handshakeFuture().isDone()) {
      super.close(context, promise);
    } else {
      var _ = context.close(promise);
    }
  }

  /** What is left in the engine goes with it, when the channel lets go of this. */
  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    if (handshakeFuture().isDone()) {
      super.channelInactive(context);
    } else {
      var _ = context.fireChannelInactive();
    }
  }

  /** What is wrong with the handshake of one who is gone would be a page of the log each time. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) throws Exception {
    if (!context.isRemoved()) {
      super.exceptionCaught(context, cause);
    }
  }
}
