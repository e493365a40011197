package org.touchpaper.harc.acceptor;

import static org.touchpaper.harc.commit.MemoryCodec.text;
import static org.touchpaper.harc.commit.MemoryCodec.verdict;

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
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Tombstone;
import org.touchpaper.harc.commit.TransactionId;

/**
 * The tombstones of transactions that are over, and how far back they may be missing. No record
 * whose {@code voteBy} lies before that is ever taken up: it may have been decided already. A
 * tombstone is dropped long after both its end and its {@code voteBy}, so nothing that can still be
 * asked for in earnest is refused.
 */
final class Tombstones {
  /** What a frame of tombstones begins with, where one of memories has their number. */
  static final int MARK = -1;

  /** So many are one frame of the journal. */
  private static final int PART = 2_000;

  /** By the transaction's id. */
  private final Map<String, byte[]> tombstones = new ConcurrentHashMap<>();

  private final TombstoneCodec codec = new TombstoneCodec();

  /** Only ever later; before what it tells of is dropped. */
  private volatile Instant horizon = Instant.EPOCH;

  /**
   * How long what is over is remembered.
   *
   * @param decisions a tombstone; longer than anybody books ahead, so until after the booking's end
   * @param notes what the votes said besides yes and no: reference, path, reasons
   */
  record Retention(Duration decisions, Duration notes) {
    static final Retention DEFAULT = new Retention(Duration.ofDays(800), Duration.ofDays(90));
  }

  void bury(Tombstone tombstone) {
    tombstones.put(tombstone.id().value(), codec.write(tombstone));
  }

  @Nullable Tombstone find(TransactionId id) {
    var encoded = tombstones.get(id.value());
    return encoded == null ? null : codec.read(id, encoded);
  }

  /** True if the event's record, where nothing is bound to it, may have had a tombstone. */
  boolean mayHaveForgotten(Event event) {
    var record = event.record();
    return record != null && record.voteBy().isBefore(horizon);
  }

  /** Drops what has been over for long enough. While it does, others may bury and look. */
  void clear(Retention retention, Instant now) {
    var dropped = now.minus(retention.decisions());
    var bare = now.minus(retention.notes());
    for (var left = tombstones.entrySet().iterator(); left.hasNext(); ) {
      var entry = left.next();
      var each = codec.read(new TransactionId(entry.getKey()), entry.getValue());
      if (each.since().isBefore(dropped) && each.voteBy().isBefore(dropped)) {
        var after = each.voteBy().plusNanos(1);
        horizon = horizon.isBefore(after) ? after : horizon;
        left.remove();
      } else if (each.since().isBefore(bare)) {
        bury(each.withoutNotes());
      }
    }
  }

  /** Gives it in parts, of which {@link #read} takes each by itself. */
  void tell(Frames.Reader to) throws IOException {
    var all = tombstones.entrySet().iterator();
    do {
      var part = new ArrayList<Tombstone>();
      while (all.hasNext() && part.size() < PART) {
        var next = all.next();
        part.add(codec.read(new TransactionId(next.getKey()), next.getValue()));
      }
      to.take(write(part));
    } while (all.hasNext());
  }

  private byte[] write(List<Tombstone> some) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    out.writeInt(MARK);
    text(out, horizon.toString());
    out.writeInt(some.size());
    for (var each : some) {
      text(out, each.id().value());
      text(out, each.fingerprint());
      verdict(out, each.verdict());
      text(out, each.voteBy().toString());
      text(out, each.since().toString());
    }
    return bytes.toByteArray();
  }

  void read(byte[] bytes) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(bytes));
    if (in.readInt() != MARK) {
      throw new IOException("these are no tombstones");
    }
    horizon = Instant.parse(text(in));
    for (var left = in.readInt(); left > 0; left--) {
      var id = new TransactionId(text(in));
      var fingerprint = text(in);
      var verdict = verdict(in);
      if (verdict == null) {
        throw new IOException("a tombstone of something undecided: " + id);
      }
      bury(
          new Tombstone(
              id, fingerprint, verdict, Instant.parse(text(in)), Instant.parse(text(in))));
    }
  }
}
