package org.touchpaper.harc.commit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A transaction's memory as bytes in the journal; a later one replaces an earlier one whole. Here,
 * beside what it writes down, so that the simulator forgets and remembers by it too.
 */
public final class MemoryCodec {
  /** Follows a decision that was not chosen. */
  private static final String FORCED = " forced";

  /** Follows a decision that somebody need not hear any more. */
  private static final String FORGOTTEN = " forgotten";

  /** So many bytes are enough for most. */
  private static final int USUAL = 1024;

  private MemoryCodec() {}

  /**
   * What is remembered of a transaction.
   *
   * @param since when it was first written down here
   */
  public record Dated(Memory memory, Instant since) {}

  /** One memory, as the only one of a frame. */
  public static byte[] write(Memory memory, Instant since) {
    try {
      return write(List.of(new Dated(memory, since)));
    } catch (IOException e) {
      throw new UncheckedIOException("a memory that cannot be written down: " + memory, e);
    }
  }

  /** Reads what that wrote. */
  public static Memory read(byte[] one) {
    try {
      return read(one, true, Instant.EPOCH).getFirst().memory();
    } catch (IOException e) {
      throw new UncheckedIOException("a memory that cannot be read", e);
    }
  }

  public static byte[] write(Collection<Dated> memories) throws IOException {
    var bytes = new ByteArrayOutputStream(USUAL * memories.size());
    var out = new DataOutputStream(bytes);
    out.writeInt(memories.size());
    for (var each : memories) {
      write(each.memory(), out);
      text(out, each.since().toString());
    }
    return bytes.toByteArray();
  }

  /**
   * Reads what {@link #write} or an earlier build wrote.
   *
   * @param isDated false if it does not say since when
   * @param otherwise what is taken for it then
   */
  public static List<Dated> read(byte[] bytes, boolean isDated, Instant otherwise)
      throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(bytes));
    var memories = new ArrayList<Dated>();
    for (var left = in.readInt(); left > 0; left--) {
      memories.add(new Dated(read(in), isDated ? Instant.parse(text(in)) : otherwise));
    }
    return memories;
  }

  private static void write(Memory memory, DataOutputStream out) throws IOException {
    var record = memory.record();
    text(out, record.id().value());
    texts(out, record.resourceManagers());
    texts(out, record.acceptors());
    text(out, record.digest());
    text(out, record.voteBy().toString());
    out.writeInt(record.epoch());
    var leader = memory.leader();
    text(out, leader == null ? "" : leader);
    out.writeLong(memory.promised().number());
    out.writeInt(memory.accepted().size());
    for (var each : new TreeMap<>(memory.accepted()).entrySet()) {
      text(out, each.getKey());
      out.writeLong(each.getValue().ballot().number());
      vote(out, each.getValue().vote());
    }
    verdict(out, memory.verdict());
    out.writeBoolean(memory.announced());
  }

  private static Memory read(DataInputStream in) throws IOException {
    var record =
        new TransactionRecord(
            new TransactionId(text(in)),
            texts(in),
            texts(in),
            text(in),
            Instant.parse(text(in)),
            in.readInt());
    var leader = text(in);
    var promised = new Ballot(in.readLong());
    var accepted = new HashMap<String, Accepted>();
    for (var left = in.readInt(); left > 0; left--) {
      accepted.put(text(in), new Accepted(new Ballot(in.readLong()), vote(in)));
    }
    return new Memory(
        record,
        leader.isEmpty() ? null : leader,
        promised,
        accepted,
        verdict(in),
        in.readBoolean());
  }

  public static void verdict(DataOutputStream out, @Nullable Verdict verdict) throws IOException {
    if (verdict == null) {
      text(out, "");
      return;
    }
    var forced = verdict.forced();
    var forgotten = verdict.forgotten();
    text(
        out,
        verdict.decision().name()
            + (forced == null ? "" : FORCED)
            + (forgotten.isEmpty() ? "" : FORGOTTEN));
    out.writeInt(verdict.votes().size());
    for (var each : new TreeMap<>(verdict.votes()).entrySet()) {
      text(out, each.getKey());
      vote(out, each.getValue());
    }
    if (forced != null) {
      force(out, forced);
    }
    if (!forgotten.isEmpty()) {
      out.writeInt(forgotten.size());
      for (var each : new TreeMap<>(forgotten).entrySet()) {
        text(out, each.getKey());
        force(out, each.getValue());
      }
    }
  }

  private static void force(DataOutputStream out, Force force) throws IOException {
    text(out, force.by());
    text(out, force.reason());
    text(out, force.at().toString());
  }

  private static Force force(DataInputStream in) throws IOException {
    return new Force(text(in), text(in), Instant.parse(text(in)));
  }

  public static @Nullable Verdict verdict(DataInputStream in) throws IOException {
    var words = text(in);
    if (words.isEmpty()) {
      return null;
    }
    var decision = Decision.valueOf(words.split(" ", 2)[0]);
    Map<String, Vote> votes = new HashMap<>();
    for (var left = in.readInt(); left > 0; left--) {
      votes.put(text(in), vote(in));
    }
    var forced = words.contains(FORCED) ? force(in) : null;
    var forgotten = new HashMap<String, Force>();
    for (var left = words.contains(FORGOTTEN) ? in.readInt() : 0; left > 0; left--) {
      forgotten.put(text(in), force(in));
    }
    return new Verdict(decision, votes, forced, forgotten);
  }

  private static void vote(DataOutputStream out, Vote vote) throws IOException {
    out.writeBoolean(vote.isPrepared());
    text(out, vote.note());
  }

  private static Vote vote(DataInputStream in) throws IOException {
    return in.readBoolean() ? Vote.prepared(text(in)) : Vote.aborted(text(in));
  }

  private static void texts(DataOutputStream out, List<String> texts) throws IOException {
    out.writeInt(texts.size());
    for (var each : texts) {
      text(out, each);
    }
  }

  private static List<String> texts(DataInputStream in) throws IOException {
    var all = new ArrayList<String>();
    for (var left = in.readInt(); left > 0; left--) {
      all.add(text(in));
    }
    return all;
  }

  public static void text(DataOutputStream out, String text) throws IOException {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  public static String text(DataInputStream in) throws IOException {
    var bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
