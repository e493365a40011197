package org.touchpaper.harc.transport.message;

import io.netty.handler.codec.LengthFieldBasedFrameDecoder;

/**
 * Decodes the frames of {@link FrameEncoder}. A frame is buffered until it is complete, so the
 * length is limited to a handshake message until the peer is authenticated; a longer frame closes
 * the connection.
 */
public final class FrameDecoder extends LengthFieldBasedFrameDecoder {
  private FrameDecoder(int maxFrameBytes) {
    super(maxFrameBytes, 0, FrameEncoder.HEADER_BYTES, 0, FrameEncoder.HEADER_BYTES);
  }

  public static FrameDecoder forHandshake() {
    return new FrameDecoder(FrameEncoder.HEADER_BYTES + FrameEncoder.MAX_HANDSHAKE_FRAME_BYTES);
  }

  public static FrameDecoder forMessages() {
    return new FrameDecoder(FrameEncoder.MAX_FRAME_BYTES);
  }
}
