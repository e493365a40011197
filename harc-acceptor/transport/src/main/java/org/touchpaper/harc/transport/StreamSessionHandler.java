package org.touchpaper.harc.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.timeout.IdleState;
import io.netty.handler.timeout.IdleStateEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.transport.message.FramePayloadCodec;
import org.touchpaper.harc.transport.message.RecordEncodingCache;
import org.touchpaper.harc.transport.message.StreamMessage;

/** Dispatches the messages of an open stream, and closes it when the peer is silent. */
final class StreamSessionHandler extends SimpleChannelInboundHandler<ByteBuf> {
  private static final Logger LOG = LoggerFactory.getLogger(StreamSessionHandler.class);

  private final StreamSession session;
  private final StreamSessionListener listener;
  private final RecordEncodingCache recordCache;

  StreamSessionHandler(
      StreamSession session, StreamSessionListener listener, RecordEncodingCache recordCache) {
    this.session = session;
    this.listener = listener;
    this.recordCache = recordCache;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
    session.markReceived();
    switch (FramePayloadCodec.readStreamMessage(frame, recordCache)) {
      case StreamMessage.Ping _ -> {}
      case StreamMessage message -> dispatch(message);
    }
  }

  private void dispatch(StreamMessage message) {
    try {
      listener.onMessage(session, message);
    } catch (RuntimeException e) {
      LOG.error("cannot handle {} from {}", message, session, e);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof IdleStateEvent idle) {
      if (idle.state() == IdleState.READER_IDLE) {
        LOG.warn("stream closed: nothing received from {} for too long", session);
        session.close();
      } else {
        session.send(new StreamMessage.Ping());
      }
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    listener.onClose(session);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LOG.warn("stream closed: peer {}: {}", session, cause.toString());
    var _ = context.close();
  }
}
