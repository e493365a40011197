package org.touchpaper.harc.acceptor;

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
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.MemoryCodec;
import org.touchpaper.harc.commit.Tombstone;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.Verdict;
import org.touchpaper.harc.commit.Vote;

/**
 * Tombstones as few bytes, for there are many of them in memory: one whose notes are gone, of three
 * resource managers, takes 78. Names of resource managers, of which there are few, are numbered;
 * these numbers mean nothing elsewhere, so nothing of this is ever written to a file.
 */
final class TombstoneCodec {
  private static final HexFormat HEX = HexFormat.of();

  private static final int PREPARED = 1;
  private static final int NOTED = 2;

  private final List<String> names = new CopyOnWriteArrayList<>();
  private final Map<String, Integer> numbers = new ConcurrentHashMap<>();

  /** What is to be kept of it beside its id. */
  byte[] write(Tombstone tombstone) {
    var bytes = new ByteArrayOutputStream(80);
    try (var out = new DataOutputStream(bytes)) {
      fingerprint(out, tombstone.fingerprint());
      instant(out, tombstone.voteBy());
      instant(out, tombstone.since());
      verdict(out, tombstone.verdict());
    } catch (IOException e) {
      throw new UncheckedIOException("a tombstone that cannot be written down", e);
    }
    return bytes.toByteArray();
  }

  /** As {@link #write} wrote it. */
  Tombstone read(TransactionId id, byte[] encoded) {
    try (var in = new DataInputStream(new ByteArrayInputStream(encoded))) {
      var fingerprint = fingerprint(in);
      var voteBy = instant(in);
      var since = instant(in);
      return new Tombstone(id, fingerprint, verdict(in), voteBy, since);
    } catch (IOException e) {
      throw new UncheckedIOException("a tombstone that cannot be read: " + id, e);
    }
  }

  /** Most are hexadecimal digits. */
  private static void fingerprint(DataOutputStream out, String fingerprint) throws IOException {
    var digits = digits(fingerprint);
    out.writeByte(digits.length);
    if (digits.length == 0) {
      MemoryCodec.text(out, fingerprint);
    } else {
      out.write(digits);
    }
  }

  private static byte[] digits(String fingerprint) {
    try {
      var digits = HEX.parseHex(fingerprint);
      var isTheSame = digits.length < 100 && HEX.formatHex(digits).equals(fingerprint);
      return isTheSame ? digits : new byte[0];
    } catch (IllegalArgumentException _) {
      return new byte[0];
    }
  }

  private static String fingerprint(DataInputStream in) throws IOException {
    var length = in.readByte();
    return length == 0 ? MemoryCodec.text(in) : HEX.formatHex(in.readNBytes(length));
  }

  private static void instant(DataOutputStream out, Instant instant) throws IOException {
    out.writeLong(instant.getEpochSecond());
    out.writeInt(instant.getNano());
  }

  private static Instant instant(DataInputStream in) throws IOException {
    return Instant.ofEpochSecond(in.readLong(), in.readInt());
  }

  /** One that a person had a part in is rare, and written out. */
  private void verdict(DataOutputStream out, Verdict verdict) throws IOException {
    var isRare = verdict.forced() != null || !verdict.forgotten().isEmpty();
    out.writeBoolean(isRare);
    if (isRare) {
      MemoryCodec.verdict(out, verdict);
      return;
    }
    out.writeBoolean(verdict.decision() == Decision.COMMIT);
    out.writeInt(verdict.votes().size());
    for (var each : verdict.votes().entrySet()) {
      var vote = each.getValue();
      out.writeInt(number(each.getKey()));
      out.writeByte((vote.isPrepared() ? PREPARED : 0) | (vote.note().isEmpty() ? 0 : NOTED));
      if (!vote.note().isEmpty()) {
        MemoryCodec.text(out, vote.note());
      }
    }
  }

  private Verdict verdict(DataInputStream in) throws IOException {
    if (in.readBoolean()) {
      var rare = MemoryCodec.verdict(in);
      if (rare == null) {
        throw new IOException("a tombstone of something undecided");
      }
      return rare;
    }
    var decision = in.readBoolean() ? Decision.COMMIT : Decision.ABORT;
    var votes = new HashMap<String, Vote>();
    for (var left = in.readInt(); left > 0; left--) {
      var voter = names.get(in.readInt());
      var kind = in.readByte();
      var note = (kind & NOTED) == 0 ? "" : MemoryCodec.text(in);
      votes.put(voter, (kind & PREPARED) == 0 ? Vote.aborted(note) : Vote.prepared(note));
    }
    return new Verdict(decision, votes);
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
