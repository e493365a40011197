package org.touchpaper.harc.transport.message;

import io.netty.handler.codec.LengthFieldBasedFrameDecoder;

/**
 * Decodes the frames of {@link FrameWriter}. A frame is buffered until it is complete, so the
 * length is limited to a handshake message until the peer is authenticated; a longer frame closes
 * the connection.
 */
public final class FrameReader extends LengthFieldBasedFrameDecoder {
  private FrameReader(int maxFrameBytes) {
    super(maxFrameBytes, 0, FrameWriter.HEADER_BYTES, 0, FrameWriter.HEADER_BYTES);
  }

  public static FrameReader forHandshake() {
    return new FrameReader(FrameWriter.HEADER_BYTES + FrameWriter.MAX_HANDSHAKE_FRAME_BYTES);
  }

  public static FrameReader forMessages() {
    return new FrameReader(FrameWriter.MAX_FRAME_BYTES);
  }
}
