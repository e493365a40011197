package org.touchpaper.harc.acceptor;

import static org.touchpaper.harc.commit.MemoryCodec.text;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Extent;
import org.touchpaper.harc.stream.Incarnation;

/**
 * Which memory each other acceptor spoke from when it was met last, and how far it had come. One
 * that lost its memory and was given a blank one under its old name and epoch could break its word:
 * it is not listened to. With a later epoch it has no part in what it may have promised, and is
 * welcome.
 */
final class PeerMemories {
  /** What a frame of these begins with, where one of memories has their number. */
  static final int MARK = -4;

  /** The same in earlier builds, which do not say how far it had come. */
  static final int OLD_MARK = -2;

  private final Map<String, PeerMemory> known = new ConcurrentHashMap<>();

  /** One of them. */
  private record PeerMemory(Incarnation incarnation, Extent extent) {}

  /** What speaks against listening to that acceptor, as a sentence; null if nothing does. */
  @Nullable String objection(String acceptor, Incarnation shown) {
    var before = incarnation(acceptor);
    if (before == null || before.equals(shown) || before.epoch() < shown.epoch()) {
      return null;
    }
    return ("%s speaks from another memory than it did (%s, before %s): what it has promised it may"
            + " break. Give it its journal back, or start it with --initialise --epoch %d or more"
            + " (ARCHITECTURE.md, Replacing an acceptor)")
        .formatted(acceptor, shown, before, before.epoch() + 1);
  }

  private @Nullable Incarnation incarnation(String acceptor) {
    var memory = known.get(acceptor);
    return memory == null ? null : memory.incarnation();
  }

  /** True if the acceptor has not been met with this memory before. */
  boolean isNew(String acceptor, Incarnation shown) {
    return !shown.memory().isEmpty() && !shown.equals(incarnation(acceptor));
  }

  /** False of one that has not been met. */
  boolean reachesBackTo(int epoch, String acceptor) {
    var incarnation = incarnation(acceptor);
    return incarnation != null && incarnation.epoch() <= epoch;
  }

  /** From now on it is known to speak from this memory. */
  void meet(String acceptor, Incarnation shown) {
    known.put(acceptor, new PeerMemory(shown, Extent.NONE));
  }

  /** How far its memory has been seen to come. */
  Extent extent(String acceptor) {
    var memory = known.get(acceptor);
    return memory == null ? Extent.NONE : memory.extent();
  }

  /** Its memory has come so far; true if that is news. */
  boolean see(String acceptor, Extent extent) {
    var before = known.get(acceptor);
    if (before == null
        || (extent.life().equals(before.extent().life()) && !extent.isBeyond(before.extent()))) {
      return false;
    }
    known.put(acceptor, new PeerMemory(before.incarnation(), extent));
    return true;
  }

  byte[] write() throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    out.writeInt(MARK);
    out.writeInt(known.size());
    for (var each : new TreeMap<>(known).entrySet()) {
      text(out, each.getKey());
      text(out, each.getValue().incarnation().toString());
      text(out, each.getValue().extent().life());
      out.writeLong(each.getValue().extent().entries());
    }
    return bytes.toByteArray();
  }

  void read(byte[] bytes) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(bytes));
    var mark = in.readInt();
    if (mark != MARK && mark != OLD_MARK) {
      throw new IOException("these are no acquaintances");
    }
    for (var left = in.readInt(); left > 0; left--) {
      var name = text(in);
      var incarnation = Incarnation.of(text(in));
      var extent = mark == OLD_MARK ? Extent.NONE : new Extent(text(in), in.readLong());
      known.put(name, new PeerMemory(incarnation, extent));
    }
  }
}
