package org.touchpaper.harc.acceptor.journal;

import static org.touchpaper.harc.protocol.journal.HardStateCodec.text;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.acceptor.HardState;
import org.touchpaper.harc.protocol.acceptor.Tombstone;
import org.touchpaper.harc.protocol.journal.HardStateCodec;
import org.touchpaper.harc.protocol.journal.HardStateCodec.DatedState;
import org.touchpaper.harc.protocol.journal.IncarnationHistory;
import org.touchpaper.harc.protocol.journal.JournalPosition;
import org.touchpaper.harc.transport.message.JournalIdentity;

/**
 * The state that a journal's frames add up to: the latest {@link HardState} of each transaction, or
 * the {@link Tombstone} of a completed one. It does no I/O.
 */
public final class JournalState {
  private final String name;
  private @Nullable JournalIdentity identity;
  private final Map<TransactionId, HardState> hardStates = new LinkedHashMap<>();
  private final Map<TransactionId, Instant> firstWrittenAt = new ConcurrentHashMap<>();
  private final PeerJournalRegistry peerJournals = new PeerJournalRegistry();
  private final Tombstones tombstones = new Tombstones();

  /** Type of an incarnations frame; a frame of hard states starts with their count instead. */
  private static final int INCARNATIONS_FRAME_TYPE = -3;

  private volatile IncarnationHistory incarnations = IncarnationHistory.NONE;
  private final AtomicLong entryCount = new AtomicLong();

  /** An empty state of the journal that must belong to this acceptor. */
  JournalState(String name) {
    this.name = name;
  }

  /**
   * Applies the next frame.
   *
   * @throws UnusableJournalException if it cannot be read or belongs to another acceptor
   */
  void apply(byte[] payload) {
    try {
      if (identity == null) {
        var header = JournalHeader.read(payload, name);
        identity = header.identity();
        entryCount.set(header.entries());
        return;
      }
      switch (ByteBuffer.wrap(payload).getInt()) {
        case Tombstones.FRAME_TYPE -> tombstones.read(payload);
        case PeerJournalRegistry.FRAME_TYPE -> peerJournals.read(payload);
        case INCARNATIONS_FRAME_TYPE -> readIncarnations(payload);
        default -> {
          addEntries();
          HardStateCodec.readAll(payload)
              .forEach(dated -> update(dated.hardState(), dated.since()));
        }
      }
    } catch (IOException
        | IllegalArgumentException
        | DateTimeException
        | BufferUnderflowException e) {
      throw new UnusableJournalException("it contains an unreadable frame: " + e, e);
    }
  }

  private void readIncarnations(byte[] payload) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(payload, Integer.BYTES, payload.length));
    for (var remaining = in.readInt(); remaining > 0; remaining--) {
      incarnations = incarnations.with(new JournalPosition(text(in), in.readLong()));
    }
  }

  private static byte[] write(IncarnationHistory history) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    out.writeInt(INCARNATIONS_FRAME_TYPE);
    out.writeInt(history.incarnations().size());
    for (var start : history.incarnations()) {
      text(out, start.incarnation());
      out.writeLong(start.entries());
    }
    return bytes.toByteArray();
  }

  /** Starts an incarnation and returns its frame. */
  byte[] beginIncarnation() throws IOException {
    var start =
        new JournalPosition(
            incarnationPrefix() + UUID.randomUUID().toString().substring(0, 8), entryCount.get());
    incarnations = incarnations.with(start);
    return write(new IncarnationHistory(List.of(start)));
  }

  void addEntries() {
    addEntries(1);
  }

  void addEntries(int count) {
    entryCount.addAndGet(count);
  }

  public JournalPosition position() {
    return new JournalPosition(
        incarnations.incarnations().getLast().incarnation(), entryCount.get());
  }

  /** The common prefix of this journal's incarnations, distinct from other journals'. */
  private String incarnationPrefix() {
    return identity().journalId() + "-";
  }

  /**
   * True if this journal contains the position that a peer has seen; else it was restored from a
   * copy. Positions of another journal of this name are ignored.
   */
  public boolean covers(JournalPosition seenPosition) {
    return !seenPosition.incarnation().startsWith(incarnationPrefix())
        || incarnations.covers(seenPosition, entryCount.get());
  }

  /** True if the journal was opened once only. */
  public boolean isFirstIncarnation() {
    return incarnations.isFirstIncarnation();
  }

  /** Replaces all completed transactions by tombstones. */
  void replaceCompleted(Instant now) {
    for (var hardState : List.copyOf(hardStates.values())) {
      var tombstone = Tombstone.of(hardState, now);
      if (tombstone != null) {
        replaceByTombstone(tombstone);
      }
    }
  }

  /** Replaces a completed transaction by its tombstone. */
  public void replaceByTombstone(Tombstone tombstone) {
    tombstones.add(tombstone);
    hardStates.remove(tombstone.id());
    firstWrittenAt.remove(tombstone.id());
  }

  /** Updates a transaction; the date of its first entry is kept. */
  void update(HardState hardState, Instant writtenAt) {
    var id = hardState.record().id();
    if (tombstones.find(id) == null) {
      hardStates.put(id, hardState);
      firstWrittenAt.putIfAbsent(id, writtenAt);
    }
  }

  /** Encodes changed hard states with the dates of their first entries. */
  byte[] encode(Collection<HardState> changed, Instant writtenAt) throws IOException {
    return HardStateCodec.write(
        changed.stream().map(hardState -> dated(hardState, writtenAt)).toList());
  }

  private DatedState dated(HardState hardState, Instant defaultTime) {
    return new DatedState(
        hardState, firstWrittenAt.getOrDefault(hardState.record().id(), defaultTime));
  }

  JournalSnapshot snapshot(Tombstones.Retention retention, Instant takenAt) {
    var header = new JournalHeader(name, identity(), entryCount.get());
    var datedStates =
        hardStates.values().stream().map(hardState -> dated(hardState, takenAt)).toList();
    try {
      var headerFrames = List.of(header.write(), write(incarnations), peerJournals.write());
      return new JournalSnapshot(headerFrames, tombstones, datedStates, retention, takenAt);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot encode the journal's snapshot", e);
    }
  }

  public JournalIdentity identity() {
    if (identity == null) {
      throw new IllegalStateException("the journal of " + name + " has no header yet");
    }
    return identity;
  }

  /** The transactions that are not completed. */
  public Collection<HardState> hardStates() {
    return List.copyOf(hardStates.values());
  }

  Set<TransactionId> ids() {
    return Set.copyOf(hardStates.keySet());
  }

  /** When a transaction that is not completed was first written; empty if it is unknown. */
  public Optional<Instant> firstWrittenAt(TransactionId id) {
    return Optional.ofNullable(firstWrittenAt.get(id));
  }

  public PeerJournalRegistry peerJournals() {
    return peerJournals;
  }

  public Tombstones tombstones() {
    return tombstones;
  }
}
