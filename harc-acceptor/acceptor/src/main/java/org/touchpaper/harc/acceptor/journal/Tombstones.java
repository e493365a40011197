package org.touchpaper.harc.acceptor.journal;

import static org.touchpaper.harc.protocol.journal.HardStateCodec.decisionRecord;
import static org.touchpaper.harc.protocol.journal.HardStateCodec.text;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import org.touchpaper.harc.protocol.acceptor.Tombstone;

/**
 * The tombstones of completed transactions, and the horizon before which they may be missing. A
 * record whose {@code voteBy} is before the horizon is refused, because it may have been decided. A
 * tombstone is dropped long after its completion and its {@code voteBy}, when no client still needs
 * it.
 */
public final class Tombstones {
  /** Type of a frame; a frame of hard states starts with their count instead. */
  static final int FRAME_TYPE = -1;

  private static final int TOMBSTONES_PER_FRAME = 2_000;

  /** Encoded, by transaction id. */
  private final Map<String, byte[]> tombstones = new ConcurrentHashMap<>();

  private final InMemoryTombstoneCodec codec = new InMemoryTombstoneCodec();

  /** Only moves forward; set before the tombstones before it are dropped. */
  private volatile Instant retentionHorizon = Instant.EPOCH;

  /**
   * How long completed transactions are kept.
   *
   * @param decisions how long a tombstone is kept, longer than bookings are made ahead
   * @param notes how long the notes of votes are kept: references, paths, reasons
   */
  record Retention(Duration decisions, Duration notes) {
    static final Retention DEFAULT = new Retention(Duration.ofDays(800), Duration.ofDays(90));
  }

  void add(Tombstone tombstone) {
    tombstones.put(tombstone.id().value(), codec.write(tombstone));
  }

  @Nullable
  public Tombstone find(TransactionId id) {
    var encoded = tombstones.get(id.value());
    return encoded == null ? null : codec.read(id, encoded);
  }

  /** True if the event's record, unless its id is known, may have had a tombstone. */
  public boolean mayHaveDropped(AcceptorEvent event) {
    var record = event.record();
    return record != null && record.voteBy().isBefore(retentionHorizon);
  }

  /** Drops expired tombstones and notes. Others may add and find tombstones meanwhile. */
  public void dropExpired(Retention retention, Instant now) {
    var dropBefore = now.minus(retention.decisions());
    var stripNotesBefore = now.minus(retention.notes());
    for (var iterator = tombstones.entrySet().iterator(); iterator.hasNext(); ) {
      var entry = iterator.next();
      var tombstone = codec.read(new TransactionId(entry.getKey()), entry.getValue());
      if (tombstone.completedAt().isBefore(dropBefore) && tombstone.voteBy().isBefore(dropBefore)) {
        var newHorizon = tombstone.voteBy().plusNanos(1);
        retentionHorizon = retentionHorizon.isBefore(newHorizon) ? newHorizon : retentionHorizon;
        iterator.remove();
      } else if (tombstone.completedAt().isBefore(stripNotesBefore)) {
        add(tombstone.withoutNotes());
      }
    }
  }

  /** Passes the tombstones as frames, each readable by {@link #read} on its own. */
  void writeTo(JournalFraming.PayloadConsumer consumer) throws IOException {
    var iterator = tombstones.entrySet().iterator();
    do {
      var chunk = new ArrayList<Tombstone>();
      while (iterator.hasNext() && chunk.size() < TOMBSTONES_PER_FRAME) {
        var entry = iterator.next();
        chunk.add(codec.read(new TransactionId(entry.getKey()), entry.getValue()));
      }
      consumer.accept(write(chunk));
    } while (iterator.hasNext());
  }

  private byte[] write(List<Tombstone> chunk) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    out.writeInt(FRAME_TYPE);
    text(out, retentionHorizon.toString());
    out.writeInt(chunk.size());
    for (var tombstone : chunk) {
      text(out, tombstone.id().value());
      text(out, tombstone.fingerprint());
      decisionRecord(out, tombstone.decisionRecord());
      text(out, tombstone.voteBy().toString());
      text(out, tombstone.completedAt().toString());
    }
    return bytes.toByteArray();
  }

  void read(byte[] bytes) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(bytes));
    if (in.readInt() != FRAME_TYPE) {
      throw new IOException("not a frame of tombstones");
    }
    retentionHorizon = Instant.parse(text(in));
    for (var remaining = in.readInt(); remaining > 0; remaining--) {
      var id = new TransactionId(text(in));
      var fingerprint = text(in);
      var decisionRecord = decisionRecord(in);
      add(
          new Tombstone(
              id, fingerprint, decisionRecord, Instant.parse(text(in)), Instant.parse(text(in))));
    }
  }
}
