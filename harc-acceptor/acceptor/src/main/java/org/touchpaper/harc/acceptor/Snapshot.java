package org.touchpaper.harc.acceptor;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.touchpaper.harc.commit.MemoryCodec;
import org.touchpaper.harc.commit.TransactionId;

/**
 * All that a {@link JournalState} says at one moment, in as few frames as say it; they are made one
 * after the other, so that nobody needs the room for all. What is buried later may be among the
 * tombstones already: it is true at any time.
 *
 * @param heads the frames that come first: identity, lives, acquaintances
 * @param tombstones what is over
 * @param memories what is not
 * @param retention how long what is over is remembered
 * @param at the moment
 */
record Snapshot(
    List<byte[]> heads,
    Tombstones tombstones,
    List<MemoryCodec.Dated> memories,
    Tombstones.Retention retention,
    Instant at) {
  /** So many memories are one frame. */
  private static final int PART = 500;

  /** How many of the frames are memories, which whoever reads them counts as entries. */
  int entries() {
    return (memories.size() + PART - 1) / PART;
  }

  Set<TransactionId> ids() {
    return memories.stream().map(each -> each.memory().record().id()).collect(Collectors.toSet());
  }

  /** Drops what has been over for long enough, and gives the frames' payloads, in order. */
  void tell(Frames.Reader to) throws IOException {
    for (var head : heads) {
      to.take(head);
    }
    tombstones.clear(retention, at);
    // Before the memories: whose tombstone is read needs no memory any more.
    tombstones.tell(to);
    for (var from = 0; from < memories.size(); from += PART) {
      to.take(MemoryCodec.write(memories.subList(from, Math.min(from + PART, memories.size()))));
    }
  }
}
