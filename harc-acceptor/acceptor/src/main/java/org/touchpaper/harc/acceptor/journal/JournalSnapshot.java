package org.touchpaper.harc.acceptor.journal;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.journal.HardStateCodec;

/**
 * A snapshot of a {@link JournalState} in as few frames as possible. Frames are created one after
 * the other to save memory. The tombstones may include later ones, which are valid at any time.
 *
 * @param headerFrames the first frames: header, incarnations, peer journals
 * @param tombstones the completed transactions
 * @param hardStates the other transactions
 * @param retention how long tombstones are kept
 * @param takenAt the time of the snapshot
 */
record JournalSnapshot(
    List<byte[]> headerFrames,
    Tombstones tombstones,
    List<HardStateCodec.DatedState> hardStates,
    Tombstones.Retention retention,
    Instant takenAt) {
  private static final int STATES_PER_FRAME = 500;

  /** The number of frames with hard states, which a reader counts as entries. */
  int entryCount() {
    return (hardStates.size() + STATES_PER_FRAME - 1) / STATES_PER_FRAME;
  }

  Set<TransactionId> ids() {
    return hardStates.stream()
        .map(dated -> dated.hardState().record().id())
        .collect(Collectors.toSet());
  }

  /** Drops expired tombstones and passes the frames' payloads in order. */
  void writeTo(JournalFraming.PayloadConsumer consumer) throws IOException {
    for (var headerFrame : headerFrames) {
      consumer.accept(headerFrame);
    }
    tombstones.dropExpired(retention, takenAt);
    // Before the hard states: a reader skips those of transactions with a tombstone.
    tombstones.writeTo(consumer);
    for (var from = 0; from < hardStates.size(); from += STATES_PER_FRAME) {
      consumer.accept(
          HardStateCodec.write(
              hardStates.subList(from, Math.min(from + STATES_PER_FRAME, hardStates.size()))));
    }
  }
}
