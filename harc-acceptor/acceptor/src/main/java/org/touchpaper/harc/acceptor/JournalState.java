package org.touchpaper.harc.acceptor;

import static org.touchpaper.harc.commit.MemoryCodec.text;

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
import org.touchpaper.harc.commit.Extent;
import org.touchpaper.harc.commit.Lives;
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.MemoryCodec;
import org.touchpaper.harc.commit.MemoryCodec.Dated;
import org.touchpaper.harc.commit.Tombstone;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.stream.Incarnation;

/**
 * What a journal says when it has been read from end to end: the last of each transaction, and of
 * one that is over a {@link Tombstone}. It takes frames as they were written, and gives back as few
 * as say the same. Nothing here touches a disk.
 */
final class JournalState {
  private final String name;
  private final Instant now;
  private @Nullable Identity identity;
  private final Map<TransactionId, Memory> latest = new LinkedHashMap<>();
  private final Map<TransactionId, Instant> since = new ConcurrentHashMap<>();
  private final PeerMemories peerMemories = new PeerMemories();
  private final Tombstones tombstones = new Tombstones();

  /** What a frame of lives begins with, where one of memories has their number. */
  private static final int LIVES = -3;

  private volatile Lives lives = Lives.NONE;
  private final AtomicLong entries = new AtomicLong();

  /**
   * Nothing yet.
   *
   * @param name whose journal it should be
   * @param now since when is remembered what does not say it
   */
  JournalState(String name, Instant now) {
    this.name = name;
    this.now = now;
  }

  /**
   * Takes the next frame.
   *
   * @throws JournalRefused if it cannot be read, or is not this acceptor's
   */
  void take(byte[] payload) {
    try {
      if (identity == null) {
        identity = Identity.read(payload, name);
        entries.set(identity.entries());
        return;
      }
      switch (ByteBuffer.wrap(payload).getInt()) {
        case Tombstones.MARK -> tombstones.read(payload);
        case PeerMemories.MARK, PeerMemories.OLD_MARK -> peerMemories.read(payload);
        case LIVES -> readLives(payload);
        default -> {
          grow();
          MemoryCodec.read(payload, identity.isDated(), now)
              .forEach(each -> learn(each.memory(), each.since()));
        }
      }
    } catch (IOException
        | IllegalArgumentException
        | DateTimeException
        | BufferUnderflowException e) {
      throw new JournalRefused("it holds what cannot be read: " + e, e);
    }
  }

  private void readLives(byte[] payload) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(payload, Integer.BYTES, payload.length));
    for (var left = in.readInt(); left > 0; left--) {
      lives = lives.and(new Extent(text(in), in.readLong()));
    }
  }

  private static byte[] write(Lives some) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    out.writeInt(LIVES);
    out.writeInt(some.beginnings().size());
    for (var each : some.beginnings()) {
      text(out, each.life());
      out.writeLong(each.entries());
    }
    return bytes.toByteArray();
  }

  /** A life begins; this says so. */
  byte[] live() throws IOException {
    var begun =
        new Extent(ofThisMemory() + UUID.randomUUID().toString().substring(0, 8), entries.get());
    lives = lives.and(begun);
    return write(new Lives(List.of(begun)));
  }

  /** The memory has been added to. */
  void grow() {
    grow(1);
  }

  void grow(int more) {
    entries.addAndGet(more);
  }

  /** How far it has come. */
  Extent extent() {
    return new Extent(lives.beginnings().getLast().life(), entries.get());
  }

  /** What the words of all its lives begin with, and those of another memory's do not. */
  private String ofThisMemory() {
    return incarnation().memory() + "-";
  }

  /**
   * True if it holds all that somebody has seen of it; else it was put back from a copy. What was
   * seen of another memory under this name says nothing of this one.
   */
  boolean holds(Extent seen) {
    return !seen.life().startsWith(ofThisMemory()) || lives.hold(seen, entries.get());
  }

  /** True if it has been taken up once. */
  boolean isInFirstLife() {
    return lives.isFirst();
  }

  /** Buries what is over. */
  void bury() {
    for (var memory : List.copyOf(latest.values())) {
      var over = Tombstone.of(memory, now);
      if (over != null) {
        bury(over);
      }
    }
  }

  /** Its transaction is over: this is what is left of it. */
  void bury(Tombstone tombstone) {
    tombstones.bury(tombstone);
    latest.remove(tombstone.id());
    since.remove(tombstone.id());
  }

  /** Learns what is remembered of a transaction; since when counts the first time only. */
  void learn(Memory memory, Instant at) {
    var id = memory.record().id();
    if (tombstones.find(id) == null) {
      latest.put(id, memory);
      since.putIfAbsent(id, at);
    }
  }

  /** Memories as they are written down; who is new is remembered since then. */
  byte[] frame(Collection<Memory> memories, Instant at) throws IOException {
    return MemoryCodec.write(memories.stream().map(each -> dated(each, at)).toList());
  }

  private Dated dated(Memory memory, Instant otherwise) {
    return new Dated(memory, since.getOrDefault(memory.record().id(), otherwise));
  }

  /** All this at this moment, to be read by this build. */
  Snapshot snapshot(Tombstones.Retention retention, Instant at) {
    identity = identity().current(entries.get());
    var memories = latest.values().stream().map(each -> dated(each, now)).toList();
    try {
      var heads = List.of(identity.write(), write(lives), peerMemories.write());
      return new Snapshot(heads, tombstones, memories, retention, at);
    } catch (IOException e) {
      throw new UncheckedIOException("what cannot be written down", e);
    }
  }

  Identity identity() {
    if (identity == null) {
      throw new IllegalStateException("nothing has been read of " + name);
    }
    return identity;
  }

  Incarnation incarnation() {
    return identity().incarnation();
  }

  /** What is not over. */
  Collection<Memory> memories() {
    return List.copyOf(latest.values());
  }

  Set<TransactionId> ids() {
    return Set.copyOf(latest.keySet());
  }

  /** When a transaction that is not over was first written down; empty before that. */
  Optional<Instant> since(TransactionId id) {
    return Optional.ofNullable(since.get(id));
  }

  PeerMemories peerMemories() {
    return peerMemories;
  }

  Tombstones tombstones() {
    return tombstones;
  }
}
