package org.touchpaper.harc.stream;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.timeout.IdleState;
import io.netty.handler.timeout.IdleStateEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One end of an open stream: hands on what is heard, and notices when the peer is gone. */
final class Conversation extends SimpleChannelInboundHandler<ByteBuf> {
  private static final Logger LOG = LoggerFactory.getLogger(Conversation.class);

  private final Session session;
  private final Ear ear;
  private final RecentRecords records;

  Conversation(Session session, Ear ear, RecentRecords records) {
    this.session = session;
    this.ear = ear;
    this.records = records;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
    session.hear();
    switch (Wire.readWord(frame, records)) {
      case Word.Ping _ -> {}
      case Word word -> hand(word);
    }
  }

  private void hand(Word word) {
    try {
      ear.hear(session, word);
    } catch (RuntimeException e) {
      LOG.error("cannot take {} from {}", word, session, e);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof IdleStateEvent idle) {
      if (idle.state() == IdleState.READER_IDLE) {
        LOG.warn("{} keeps silent: its stream is ended", session);
        session.close();
      } else {
        session.say(new Word.Ping());
      }
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    ear.closed(session);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LOG.warn("the stream with {} is ended: {}", session, cause.toString());
    var _ = context.close();
  }
}
