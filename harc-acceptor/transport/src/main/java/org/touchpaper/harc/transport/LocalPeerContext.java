package org.touchpaper.harc.transport;

import java.util.function.Function;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.protocol.journal.JournalPosition;
import org.touchpaper.harc.transport.message.JournalIdentity;
import org.touchpaper.harc.transport.message.RecordEncodingCache;

/**
 * What all streams of the local peer share.
 *
 * @param name its peer name
 * @param identity the identity of its journal
 * @param seenPositions the last journal position it has seen of each peer, sent in the handshake
 * @param rejectionWarning logs failed handshakes
 * @param recordCache records that recently travelled over its streams
 */
record LocalPeerContext(
    String name,
    JournalIdentity identity,
    Function<String, JournalPosition> seenPositions,
    RateLimitedWarning rejectionWarning,
    RecordEncodingCache recordCache) {

  static LocalPeerContext of(
      String name, JournalIdentity identity, Function<String, JournalPosition> seenPositions) {
    var log = LoggerFactory.getLogger(PeerStreams.class);
    return new LocalPeerContext(
        name,
        identity,
        seenPositions,
        new RateLimitedWarning(log::warn),
        new RecordEncodingCache());
  }

  /** A peer without a journal. */
  static LocalPeerContext of(String name) {
    return of(name, JournalIdentity.NONE, _ -> JournalPosition.NONE);
  }
}
