package org.touchpaper.harc.stream;

import io.netty.handler.codec.LengthFieldBasedFrameDecoder;

/**
 * Takes payloads out of the frames that {@link FrameWriter} makes. A frame is kept until all of it
 * has come, so strangers are not listened to for longer than a greeting takes: who announces more
 * is hung up on.
 */
final class FrameReader extends LengthFieldBasedFrameDecoder {
  private FrameReader(int longest) {
    super(longest, 0, FrameWriter.HEAD, 0, FrameWriter.HEAD);
  }

  static FrameReader ofGreetings() {
    return new FrameReader(FrameWriter.HEAD + FrameWriter.LONGEST_GREETING);
  }

  static FrameReader ofWords() {
    return new FrameReader(FrameWriter.LONGEST);
  }
}
