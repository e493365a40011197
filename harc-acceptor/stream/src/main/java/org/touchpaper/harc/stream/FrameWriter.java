package org.touchpaper.harc.stream;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToByteEncoder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts what is said into frames: four bytes that say how long the payload is, then the payload.
 * What no peer would read is lost, and not the stream with it.
 */
final class FrameWriter extends MessageToByteEncoder<Object> {
  private static final Logger LOG = LoggerFactory.getLogger(FrameWriter.class);

  /** No frame is longer; a peer that says more is not listened to. */
  static final int LONGEST = 1 << 20;

  /** No greeting is longer, and who has not proved itself may send nothing else. */
  static final int LONGEST_GREETING = 1 << 10;

  static final int HEAD = 4;

  /** So many bytes are enough for most words. */
  private static final int USUAL = 512;

  private final RecentRecords records;

  FrameWriter(RecentRecords records) {
    super(Object.class);
    this.records = records;
  }

  @Override
  protected ByteBuf allocateBuffer(
      ChannelHandlerContext context, Object said, boolean preferDirect) {
    return said instanceof Words(var words)
        ? context.alloc().ioBuffer(USUAL * words.size())
        : context.alloc().ioBuffer(LONGEST_GREETING);
  }

  @Override
  protected void encode(ChannelHandlerContext context, Object said, ByteBuf out) {
    switch (said) {
      case Words(var words) ->
          words.forEach(word -> frame(context, word, out, () -> Wire.write(word, out, records)));
      case Greeting greeting -> frame(context, greeting, out, () -> Wire.write(greeting, out));
      default -> throw new IllegalArgumentException("nobody says " + said);
    }
  }

  private static void frame(
      ChannelHandlerContext context, Object said, ByteBuf out, Runnable payload) {
    var at = out.writerIndex();
    out.writeInt(0);
    payload.run();
    var length = out.writerIndex() - at;
    if (length > LONGEST) {
      LOG.error(
          "not said to {}: {} bytes of {}",
          context.channel().remoteAddress(),
          length,
          said.getClass().getSimpleName());
      out.writerIndex(at);
    } else {
      out.setInt(at, length - HEAD);
    }
  }
}
