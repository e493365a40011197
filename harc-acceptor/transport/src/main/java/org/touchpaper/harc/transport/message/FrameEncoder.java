package org.touchpaper.harc.transport.message;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToByteEncoder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Encodes messages as frames: four bytes with the payload's length, then the payload. A message
 * that is too long is dropped and logged; the stream stays open.
 */
public final class FrameEncoder extends MessageToByteEncoder<Object> {
  private static final Logger LOG = LoggerFactory.getLogger(FrameEncoder.class);

  /** Maximum length of a frame; peers close the connection on a longer one. */
  public static final int MAX_FRAME_BYTES = 1 << 20;

  /** Maximum length of a handshake message, all that an unauthenticated peer may send. */
  public static final int MAX_HANDSHAKE_FRAME_BYTES = 1 << 10;

  static final int HEADER_BYTES = 4;

  private static final int TYPICAL_MESSAGE_BYTES = 512;

  private final RecordEncodingCache recordCache;

  public FrameEncoder(RecordEncodingCache recordCache) {
    super(Object.class);
    this.recordCache = recordCache;
  }

  @Override
  protected ByteBuf allocateBuffer(
      ChannelHandlerContext context, Object outbound, boolean preferDirect) {
    return outbound instanceof SocketWriteBatch(var messages)
        ? context.alloc().ioBuffer(TYPICAL_MESSAGE_BYTES * messages.size())
        : context.alloc().ioBuffer(MAX_HANDSHAKE_FRAME_BYTES);
  }

  @Override
  protected void encode(ChannelHandlerContext context, Object outbound, ByteBuf out) {
    switch (outbound) {
      case SocketWriteBatch(var messages) ->
          messages.forEach(message ->
              writeFrame(
                  context, message, out, () -> FramePayloadCodec.write(message, out, recordCache)));
      case HandshakeMessage handshakeMessage ->
          writeFrame(
              context, handshakeMessage, out, () -> FramePayloadCodec.write(handshakeMessage, out));
      default -> throw new IllegalArgumentException("not a message: " + outbound);
    }
  }

  private static void writeFrame(
      ChannelHandlerContext context, Object message, ByteBuf out, Runnable writePayload) {
    var start = out.writerIndex();
    out.writeInt(0);
    writePayload.run();
    var length = out.writerIndex() - start;
    if (length > MAX_FRAME_BYTES) {
      LOG.error(
          "message dropped, longer than {} bytes: {} of {} bytes to {}",
          MAX_FRAME_BYTES,
          message.getClass().getSimpleName(),
          length,
          context.channel().remoteAddress());
      out.writerIndex(start);
    } else {
      out.setInt(start, length - HEADER_BYTES);
    }
  }
}
