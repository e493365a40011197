package org.touchpaper.harc.stream;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.concurrent.TimeUnit;
import org.touchpaper.harc.commit.Extent;

/** One end of a stream until both have proved who they are, which must not take long. */
abstract sealed class Greeter extends SimpleChannelInboundHandler<ByteBuf>
    permits CallerGreeter, ListenerGreeter {
  private static final int PATIENCE_SECONDS = 5;

  private final Own own;
  private final Ear ear;
  private boolean done;

  Greeter(Own own, Ear ear) {
    this.own = own;
    this.ear = ear;
  }

  /** Somebody who is not let in; the sentence is for our log, the stranger hears nothing. */
  static final class Stranger extends Exception {
    private static final long serialVersionUID = 1L;

    Stranger(String sentence) {
      super(sentence);
    }
  }

  /** Where what is wrong with whoever is at the other end is told. */
  abstract RareWarning about(RareWarnings refused);

  abstract void hear(Greeting greeting, ChannelHandlerContext context) throws Stranger;

  @Override
  public void channelActive(ChannelHandlerContext context) throws Exception {
    var _ =
        context
            .executor()
            .schedule(
                () -> {
                  if (!done) {
                    var _ = context.close();
                  }
                },
                PATIENCE_SECONDS,
                TimeUnit.SECONDS);
  }

  @Override
  protected final void channelRead0(ChannelHandlerContext context, ByteBuf frame) throws Stranger {
    hear(Wire.readGreeting(frame), context);
  }

  /** Hears whether the peer, which has proved who it is, is welcome. */
  final void admit(String peer, Incarnation incarnation, Extent seen) throws Stranger {
    var objection = ear.objection(peer, incarnation, seen);
    if (objection != null) {
      throw new Stranger(objection);
    }
  }

  /** Both have proved who they are. */
  final void open(String peer, ChannelHandlerContext context) {
    done = true;
    var session = new Session(peer, context.channel());
    var pipeline = context.pipeline();
    pipeline.replace(this, "conversation", new Conversation(session, ear, own.records()));
    ear.opened(session);
    // Last: what has come already is handed on to the conversation.
    pipeline.replace(FrameReader.class, "words", FrameReader.ofWords());
  }

  @Override
  public final void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    about(own.refused())
        .tell(() -> "no stream with " + context.channel().remoteAddress() + ": " + cause);
    var _ = context.close();
  }
}
