package org.touchpaper.tl1.element;

import java.io.IOException;
import org.touchpaper.tl1.transport.Line;

/** One connection as an element sees it. */
record Wire(Line line, Entrance entrance, boolean mayBeTypedOn) implements Line {

  @Override
  public int read(byte[] into) throws IOException {
    return line.read(into);
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    line.write(bytes);
  }

  @Override
  public void close() throws IOException {
    line.close();
  }
}
