package org.touchpaper.elementemulator.dataplane;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;

/**
 * A TAP interface of Linux in a network namespace: what hosts there send through it is read here,
 * as Ethernet packets without check sequence.
 */
public final class TapInterface implements Closeable {

  /** Longer than any packet of a 7600, of 9216 bytes and a header. */
  public static final int MAX_BYTES = 9_300;

  /** How soon a waiting reader notices the end. */
  private static final int POLL_MILLIS = 200;

  private static final int POLL_ENTRY_BYTES = 8;

  private final int descriptor;
  private volatile boolean isClosed;

  private TapInterface(int descriptor) {
    this.descriptor = descriptor;
  }

  /** Creates the interface; it disappears when it is closed. */
  public static TapInterface open(String namespace, String name) throws IOException {
    try {
      return LinuxCalls.openIn(namespace, () -> new TapInterface(LinuxCalls.openTap(name)));
    } catch (IOException e) {
      throw new IOException(name + " " + e.getMessage(), e);
    }
  }

  /** Reads packets until the interface is closed; reuses the buffer that it hands over. */
  public void readAll(Consumer<MemorySegment> reader) {
    try (var arena = Arena.ofConfined()) {
      var buffer = arena.allocate(MAX_BYTES);
      var pollEntry = arena.allocate(POLL_ENTRY_BYTES, Integer.BYTES);
      while (!isClosed) {
        var length = LinuxCalls.read(descriptor, buffer);
        if (length > 0) {
          reader.accept(buffer.asSlice(0, length));
        } else {
          var _ = LinuxCalls.awaitInput(descriptor, pollEntry, POLL_MILLIS);
        }
      }
    } finally {
      LinuxCalls.close(descriptor);
    }
  }

  /** False if the interface did not take the packet. */
  public boolean write(MemorySegment buffer, byte[] packet) {
    MemorySegment.copy(packet, 0, buffer, ValueLayout.JAVA_BYTE, 0, packet.length);
    return !isClosed && LinuxCalls.write(descriptor, buffer.asSlice(0, packet.length));
  }

  /** The reader closes the file, so that no call uses its number after that. */
  @Override
  public void close() {
    isClosed = true;
  }
}
