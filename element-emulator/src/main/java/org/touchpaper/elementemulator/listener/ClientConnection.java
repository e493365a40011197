package org.touchpaper.elementemulator.listener;

import java.io.IOException;
import org.touchpaper.elementemulator.config.AccessProtocol;
import org.touchpaper.elementsession.transport.DuplexStream;

/** One client connection of an emulated element. */
public record ClientConnection(DuplexStream stream, AccessProtocol protocol, boolean isInteractive)
    implements DuplexStream {

  @Override
  public int read(byte[] buffer) throws IOException {
    return stream.read(buffer);
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    stream.write(bytes);
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
