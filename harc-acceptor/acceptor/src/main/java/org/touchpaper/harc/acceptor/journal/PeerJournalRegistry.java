package org.touchpaper.harc.acceptor.journal;

import static org.touchpaper.harc.protocol.journal.HardStateCodec.text;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.journal.JournalPosition;
import org.touchpaper.harc.transport.message.JournalIdentity;

/**
 * The last known journal identity and position of each other acceptor. An acceptor that lost its
 * journal and has a blank one under its old name and epoch could break its promises, so it is
 * rejected. With a later epoch it takes no part in the transactions of its promises, and is
 * accepted.
 */
public final class PeerJournalRegistry {
  /** Type of a frame; a frame of hard states starts with their count instead. */
  static final int FRAME_TYPE = -4;

  private final Map<String, PeerJournal> journalsByAcceptor = new ConcurrentHashMap<>();

  private record PeerJournal(JournalIdentity identity, JournalPosition position) {}

  /** Why messages of the acceptor must be rejected, as a sentence; null if they are accepted. */
  @Nullable
  public String objectionTo(String acceptor, JournalIdentity identity) {
    var known = identity(acceptor);
    if (known == null || known.equals(identity) || known.epoch() < identity.epoch()) {
      return null;
    }
    return ("%s has another journal than before (%s, previously %s) and may break its promises."
            + " Start it with its original journal, or with --initialise --epoch %d or more,"
            + " see docs/operations/replacing-an-acceptor.md")
        .formatted(acceptor, identity, known, known.epoch() + 1);
  }

  private @Nullable JournalIdentity identity(String acceptor) {
    var journal = journalsByAcceptor.get(acceptor);
    return journal == null ? null : journal.identity();
  }

  /** True if the acceptor is not known with this journal. */
  public boolean isNewIdentity(String acceptor, JournalIdentity identity) {
    return !identity.journalId().isEmpty() && !identity.equals(identity(acceptor));
  }

  /** True if the acceptor's journal reaches back to the epoch; false for an unknown acceptor. */
  public boolean existedAt(int epoch, String acceptor) {
    var identity = identity(acceptor);
    return identity != null && identity.epoch() <= epoch;
  }

  void recordIdentity(String acceptor, JournalIdentity identity) {
    journalsByAcceptor.put(acceptor, new PeerJournal(identity, JournalPosition.NONE));
  }

  /** The last position seen of the acceptor's journal. */
  public JournalPosition position(String acceptor) {
    var journal = journalsByAcceptor.get(acceptor);
    return journal == null ? JournalPosition.NONE : journal.position();
  }

  /** Records a position; true if it is new. */
  public boolean recordPosition(String acceptor, JournalPosition position) {
    var known = journalsByAcceptor.get(acceptor);
    if (known == null
        || (position.incarnation().equals(known.position().incarnation())
            && !position.isAheadOf(known.position()))) {
      return false;
    }
    journalsByAcceptor.put(acceptor, new PeerJournal(known.identity(), position));
    return true;
  }

  byte[] write() throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    out.writeInt(FRAME_TYPE);
    out.writeInt(journalsByAcceptor.size());
    for (var entry : new TreeMap<>(journalsByAcceptor).entrySet()) {
      text(out, entry.getKey());
      text(out, entry.getValue().identity().toString());
      text(out, entry.getValue().position().incarnation());
      out.writeLong(entry.getValue().position().entries());
    }
    return bytes.toByteArray();
  }

  void read(byte[] bytes) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(bytes));
    if (in.readInt() != FRAME_TYPE) {
      throw new IOException("not a frame of peer journals");
    }
    for (var remaining = in.readInt(); remaining > 0; remaining--) {
      var name = text(in);
      var identity = JournalIdentity.parse(text(in));
      var position = new JournalPosition(text(in), in.readLong());
      journalsByAcceptor.put(name, new PeerJournal(identity, position));
    }
  }
}
