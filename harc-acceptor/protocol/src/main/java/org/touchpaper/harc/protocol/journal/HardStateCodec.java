package org.touchpaper.harc.protocol.journal;

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
import java.util.TreeMap;
import org.touchpaper.harc.protocol.AcceptedVote;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.DecisionRecord;
import org.touchpaper.harc.protocol.OperatorOverride;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.acceptor.HardState;

/**
 * The binary form of a {@link HardState} in the journal; a later entry replaces an earlier one of
 * the same transaction. The simulator uses it too.
 */
public final class HardStateCodec {
  /** An initial buffer size that suffices for most states. */
  private static final int TYPICAL_STATE_BYTES = 1024;

  private HardStateCodec() {}

  /**
   * A state with its date.
   *
   * @param since when the transaction was first written
   */
  public record DatedState(HardState hardState, Instant since) {}

  /** Encodes a single state. */
  public static byte[] write(HardState hardState, Instant since) {
    try {
      return write(List.of(new DatedState(hardState, since)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot encode the hard state " + hardState, e);
    }
  }

  /** Decodes a single state. */
  public static HardState read(byte[] bytes) {
    try {
      return readAll(bytes).getFirst().hardState();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot decode a hard state", e);
    }
  }

  public static byte[] write(Collection<DatedState> states) throws IOException {
    var bytes = new ByteArrayOutputStream(TYPICAL_STATE_BYTES * states.size());
    var out = new DataOutputStream(bytes);
    out.writeInt(states.size());
    for (var entry : states) {
      write(entry.hardState(), out);
      text(out, entry.since().toString());
    }
    return bytes.toByteArray();
  }

  public static List<DatedState> readAll(byte[] bytes) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(bytes));
    var states = new ArrayList<DatedState>();
    for (var remaining = in.readInt(); remaining > 0; remaining--) {
      states.add(new DatedState(read(in), Instant.parse(text(in))));
    }
    return states;
  }

  private static void write(HardState hardState, DataOutputStream out) throws IOException {
    var record = hardState.record();
    text(out, record.id().value());
    writeTexts(out, record.resourceManagers());
    writeTexts(out, record.acceptors());
    text(out, record.digest());
    text(out, record.voteBy().toString());
    out.writeInt(record.epoch());
    var leader = hardState.leader();
    text(out, leader == null ? "" : leader);
    out.writeLong(hardState.promised().number());
    out.writeInt(hardState.accepted().size());
    for (var entry : new TreeMap<>(hardState.accepted()).entrySet()) {
      text(out, entry.getKey());
      out.writeLong(entry.getValue().ballot().number());
      writeVote(out, entry.getValue().vote());
    }
    var decisionRecord = hardState.decisionRecord();
    out.writeBoolean(decisionRecord != null);
    if (decisionRecord != null) {
      decisionRecord(out, decisionRecord);
    }
    out.writeBoolean(hardState.allAcknowledged());
  }

  private static HardState read(DataInputStream in) throws IOException {
    var record =
        new TransactionRecord(
            new TransactionId(text(in)),
            readTexts(in),
            readTexts(in),
            text(in),
            Instant.parse(text(in)),
            in.readInt());
    var leader = text(in);
    var promised = new Ballot(in.readLong());
    var accepted = new HashMap<String, AcceptedVote>();
    for (var remaining = in.readInt(); remaining > 0; remaining--) {
      accepted.put(text(in), new AcceptedVote(new Ballot(in.readLong()), readVote(in)));
    }
    return new HardState(
        record,
        leader.isEmpty() ? null : leader,
        promised,
        accepted,
        in.readBoolean() ? decisionRecord(in) : null,
        in.readBoolean());
  }

  public static void decisionRecord(DataOutputStream out, DecisionRecord decisionRecord)
      throws IOException {
    text(out, decisionRecord.decision().name());
    out.writeInt(decisionRecord.votes().size());
    for (var entry : new TreeMap<>(decisionRecord.votes()).entrySet()) {
      text(out, entry.getKey());
      writeVote(out, entry.getValue());
    }
    var override = decisionRecord.override();
    out.writeBoolean(override != null);
    if (override != null) {
      writeOverride(out, override);
    }
    out.writeInt(decisionRecord.forgottenResourceManagers().size());
    for (var entry : new TreeMap<>(decisionRecord.forgottenResourceManagers()).entrySet()) {
      text(out, entry.getKey());
      writeOverride(out, entry.getValue());
    }
  }

  private static void writeOverride(DataOutputStream out, OperatorOverride override)
      throws IOException {
    text(out, override.by());
    text(out, override.reason());
    text(out, override.at().toString());
  }

  private static OperatorOverride readOverride(DataInputStream in) throws IOException {
    return new OperatorOverride(text(in), text(in), Instant.parse(text(in)));
  }

  public static DecisionRecord decisionRecord(DataInputStream in) throws IOException {
    var decision = Decision.valueOf(text(in));
    var votes = new HashMap<String, Vote>();
    for (var remaining = in.readInt(); remaining > 0; remaining--) {
      votes.put(text(in), readVote(in));
    }
    var override = in.readBoolean() ? readOverride(in) : null;
    var forgotten = new HashMap<String, OperatorOverride>();
    for (var remaining = in.readInt(); remaining > 0; remaining--) {
      forgotten.put(text(in), readOverride(in));
    }
    return new DecisionRecord(decision, votes, override, forgotten);
  }

  private static void writeVote(DataOutputStream out, Vote vote) throws IOException {
    out.writeBoolean(vote.isPrepared());
    text(out, vote.note());
  }

  private static Vote readVote(DataInputStream in) throws IOException {
    return in.readBoolean() ? Vote.prepared(text(in)) : Vote.aborted(text(in));
  }

  private static void writeTexts(DataOutputStream out, List<String> texts) throws IOException {
    out.writeInt(texts.size());
    for (var text : texts) {
      text(out, text);
    }
  }

  private static List<String> readTexts(DataInputStream in) throws IOException {
    var texts = new ArrayList<String>();
    for (var remaining = in.readInt(); remaining > 0; remaining--) {
      texts.add(text(in));
    }
    return texts;
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
