package org.touchpaper.harc.acceptor.journal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.UUID;
import org.touchpaper.harc.transport.message.JournalIdentity;

/**
 * The first frame of a journal.
 *
 * @param format the format of the other frames. 1 has no tombstones; 1 and 2 have no journal id and
 *     no dates of entries; 1 to 3 have no count of entries
 * @param owner the acceptor's name
 * @param identity the journal's identity
 * @param entries the number of entries when the file was written
 */
record JournalHeader(int format, String owner, JournalIdentity identity, long entries) {
  private static final int CURRENT_FORMAT = 4;

  /** The first format with a journal id and dates. */
  private static final int FIRST_DATED_FORMAT = 3;

  /** The header of a new journal with a random id. */
  static JournalHeader create(String owner, int epoch) {
    return new JournalHeader(
        CURRENT_FORMAT, owner, new JournalIdentity(epoch, UUID.randomUUID().toString()), 0);
  }

  /** The same journal with the given number of entries, in the current format. */
  JournalHeader upgraded(long entries) {
    var currentIdentity = isDated() ? identity : create(owner, identity.epoch()).identity();
    return new JournalHeader(CURRENT_FORMAT, owner, currentIdentity, entries);
  }

  /** True if the frames that follow have dates. */
  boolean isDated() {
    return format >= FIRST_DATED_FORMAT;
  }

  boolean isCurrent() {
    return format == CURRENT_FORMAT;
  }

  byte[] write() throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    out.writeInt(format);
    out.writeUTF(owner);
    out.writeInt(identity.epoch());
    out.writeUTF(identity.journalId());
    out.writeLong(entries);
    return bytes.toByteArray();
  }

  /**
   * Reads a header in the current or an older format.
   *
   * @throws UnusableJournalException if it belongs to another acceptor or has a newer format
   */
  static JournalHeader read(byte[] payload, String expectedOwner) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(payload));
    var format = in.readInt();
    var owner = in.readUTF();
    if (format < 1 || format > CURRENT_FORMAT || !owner.equals(expectedOwner)) {
      throw new UnusableJournalException(
          "it belongs to "
              + owner
              + " and has format "
              + format
              + "; this acceptor is "
              + expectedOwner
              + " and reads formats 1 to "
              + CURRENT_FORMAT);
    }
    var identity =
        new JournalIdentity(in.readInt(), format < FIRST_DATED_FORMAT ? "" : in.readUTF());
    return new JournalHeader(format, owner, identity, format < CURRENT_FORMAT ? 0 : in.readLong());
  }
}
