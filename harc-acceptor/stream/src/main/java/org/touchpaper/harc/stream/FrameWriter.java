package org.touchpaper.harc.stream;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToByteEncoder;

/** Puts what is said into frames: four bytes that say how long the payload is, then the payload. */
final class FrameWriter extends MessageToByteEncoder<Object> {
  /** No frame is longer; a peer that says more is not listened to. */
  static final int LONGEST = 1 << 20;

  /** No greeting is longer, and who has not proved itself may send nothing else. */
  static final int LONGEST_GREETING = 1 << 10;

  static final int HEAD = 4;

  FrameWriter() {
    super(Object.class);
  }

  @Override
  protected void encode(ChannelHandlerContext context, Object said, ByteBuf out) {
    var at = out.writerIndex();
    out.writeInt(0);
    switch (said) {
      case Word word -> Wire.write(word, out);
      case Greeting greeting -> Wire.write(greeting, out);
      default -> throw new IllegalArgumentException("nobody says " + said);
    }
    out.setInt(at, out.writerIndex() - at - HEAD);
  }
}
