package org.touchpaper.harc.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.concurrent.TimeUnit;
import org.touchpaper.harc.protocol.journal.JournalPosition;
import org.touchpaper.harc.transport.message.FrameDecoder;
import org.touchpaper.harc.transport.message.FramePayloadCodec;
import org.touchpaper.harc.transport.message.HandshakeMessage;
import org.touchpaper.harc.transport.message.JournalIdentity;

/** One end of a stream until both peers are authenticated, for at most 5 s. */
abstract sealed class HandshakeHandler extends SimpleChannelInboundHandler<ByteBuf>
    permits ClientHandshakeHandler, ServerHandshakeHandler {
  private static final int HANDSHAKE_TIMEOUT_SECONDS = 5;

  private final LocalPeerContext localPeerContext;
  private final StreamSessionListener listener;
  private boolean isComplete;

  HandshakeHandler(LocalPeerContext localPeerContext, StreamSessionListener listener) {
    this.localPeerContext = localPeerContext;
    this.listener = listener;
  }

  /** Authentication failed; the message goes to the local log, never to the peer. */
  static final class HandshakeFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    HandshakeFailedException(String message) {
      super(message);
    }
  }

  /** The source of failures of the peer at the other end. */
  abstract String warningSource();

  abstract void onHandshakeMessage(HandshakeMessage message, ChannelHandlerContext context)
      throws HandshakeFailedException;

  @Override
  public void channelActive(ChannelHandlerContext context) throws Exception {
    var _ =
        context
            .executor()
            .schedule(
                () -> {
                  if (!isComplete) {
                    var _ = context.close();
                  }
                },
                HANDSHAKE_TIMEOUT_SECONDS,
                TimeUnit.SECONDS);
  }

  @Override
  protected final void channelRead0(ChannelHandlerContext context, ByteBuf frame)
      throws HandshakeFailedException {
    onHandshakeMessage(FramePayloadCodec.readHandshakeMessage(frame), context);
  }

  /** Fails if the listener objects to a session with the authenticated peer. */
  final void requireAdmission(String peer, JournalIdentity identity, JournalPosition seenPosition)
      throws HandshakeFailedException {
    var objection = listener.objectionTo(peer, identity, seenPosition);
    if (objection != null) {
      throw new HandshakeFailedException(objection);
    }
  }

  /** Replaces the handshake by a session; both peers are authenticated. */
  final void openSession(String peer, ChannelHandlerContext context) {
    isComplete = true;
    var session = new StreamSession(peer, context.channel());
    var pipeline = context.pipeline();
    pipeline.replace(
        this,
        "session",
        new StreamSessionHandler(session, listener, localPeerContext.recordCache()));
    listener.onOpen(session);
    // Last: frames that have arrived already are passed on to the session.
    pipeline.replace(FrameDecoder.class, "frames", FrameDecoder.forMessages());
  }

  @Override
  public final void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    localPeerContext
        .rejectionWarning()
        .log(
            warningSource(),
            () -> "stream rejected: peer " + context.channel().remoteAddress() + ": " + cause);
    var _ = context.close();
  }
}
