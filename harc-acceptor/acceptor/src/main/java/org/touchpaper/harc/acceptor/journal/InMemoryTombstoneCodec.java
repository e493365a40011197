package org.touchpaper.harc.acceptor.journal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.DecisionRecord;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.acceptor.Tombstone;
import org.touchpaper.harc.protocol.journal.HardStateCodec;

/**
 * A compact encoding of tombstones, because memory holds many: a tombstone of three resource
 * managers without notes takes 78 bytes. Names of resource managers are replaced by numbers that
 * are valid in this process only, so the encoding is never written to a file.
 */
final class InMemoryTombstoneCodec {
  private static final HexFormat HEX = HexFormat.of();

  private static final int PREPARED = 1;
  private static final int HAS_NOTE = 2;

  private final List<String> names = new CopyOnWriteArrayList<>();
  private final Map<String, Integer> numbers = new ConcurrentHashMap<>();

  /** Encodes a tombstone without its id. */
  byte[] write(Tombstone tombstone) {
    var bytes = new ByteArrayOutputStream(80);
    try (var out = new DataOutputStream(bytes)) {
      fingerprint(out, tombstone.fingerprint());
      instant(out, tombstone.voteBy());
      instant(out, tombstone.completedAt());
      decisionRecord(out, tombstone.decisionRecord());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot encode a tombstone", e);
    }
    return bytes.toByteArray();
  }

  /** Decodes the result of {@link #write}. */
  Tombstone read(TransactionId id, byte[] encoded) {
    try (var in = new DataInputStream(new ByteArrayInputStream(encoded))) {
      var fingerprint = fingerprint(in);
      var voteBy = instant(in);
      var since = instant(in);
      return new Tombstone(id, fingerprint, decisionRecord(in), voteBy, since);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot decode the tombstone of " + id, e);
    }
  }

  /** Hexadecimal digits, the common form, are packed. */
  private static void fingerprint(DataOutputStream out, String fingerprint) throws IOException {
    var digits = digits(fingerprint);
    out.writeByte(digits.length);
    if (digits.length == 0) {
      HardStateCodec.text(out, fingerprint);
    } else {
      out.write(digits);
    }
  }

  private static byte[] digits(String fingerprint) {
    try {
      var digits = HEX.parseHex(fingerprint);
      var isReversible = digits.length < 100 && HEX.formatHex(digits).equals(fingerprint);
      return isReversible ? digits : new byte[0];
    } catch (IllegalArgumentException _) {
      return new byte[0];
    }
  }

  private static String fingerprint(DataInputStream in) throws IOException {
    var length = in.readByte();
    return length == 0 ? HardStateCodec.text(in) : HEX.formatHex(in.readNBytes(length));
  }

  private static void instant(DataOutputStream out, Instant instant) throws IOException {
    out.writeLong(instant.getEpochSecond());
    out.writeInt(instant.getNano());
  }

  private static Instant instant(DataInputStream in) throws IOException {
    return Instant.ofEpochSecond(in.readLong(), in.readInt());
  }

  /** Records with operator overrides are rare and written in full. */
  private void decisionRecord(DataOutputStream out, DecisionRecord decisionRecord)
      throws IOException {
    var isOverridden =
        decisionRecord.override() != null || !decisionRecord.forgottenResourceManagers().isEmpty();
    out.writeBoolean(isOverridden);
    if (isOverridden) {
      HardStateCodec.decisionRecord(out, decisionRecord);
      return;
    }
    out.writeBoolean(decisionRecord.decision() == Decision.COMMIT);
    out.writeInt(decisionRecord.votes().size());
    for (var entry : decisionRecord.votes().entrySet()) {
      var vote = entry.getValue();
      out.writeInt(number(entry.getKey()));
      out.writeByte((vote.isPrepared() ? PREPARED : 0) | (vote.note().isEmpty() ? 0 : HAS_NOTE));
      if (!vote.note().isEmpty()) {
        HardStateCodec.text(out, vote.note());
      }
    }
  }

  private DecisionRecord decisionRecord(DataInputStream in) throws IOException {
    if (in.readBoolean()) {
      return HardStateCodec.decisionRecord(in);
    }
    var decision = in.readBoolean() ? Decision.COMMIT : Decision.ABORT;
    var votes = new HashMap<String, Vote>();
    for (var remaining = in.readInt(); remaining > 0; remaining--) {
      var voter = names.get(in.readInt());
      var kind = in.readByte();
      var note = (kind & HAS_NOTE) == 0 ? "" : HardStateCodec.text(in);
      votes.put(voter, (kind & PREPARED) == 0 ? Vote.aborted(note) : Vote.prepared(note));
    }
    return new DecisionRecord(decision, votes);
  }

  private synchronized int number(String name) {
    return numbers.computeIfAbsent(
        name,
        _ -> {
          names.add(name);
          return names.size() - 1;
        });
  }
}
