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
 * @param owner the acceptor's name
 * @param identity the journal's identity
 * @param entries the number of entries when the file was written
 */
record JournalHeader(String owner, JournalIdentity identity, long entries) {
  /** The format of the journal's frames. */
  private static final int FORMAT = 4;

  /** The header of a new journal with a random id. */
  static JournalHeader create(String owner, int epoch) {
    return new JournalHeader(owner, new JournalIdentity(epoch, UUID.randomUUID().toString()), 0);
  }

  byte[] write() throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    out.writeInt(FORMAT);
    out.writeUTF(owner);
    out.writeInt(identity.epoch());
    out.writeUTF(identity.journalId());
    out.writeLong(entries);
    return bytes.toByteArray();
  }

  /**
   * Reads a header.
   *
   * @throws UnusableJournalException if it belongs to another acceptor or has another format
   */
  static JournalHeader read(byte[] payload, String expectedOwner) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(payload));
    var format = in.readInt();
    var owner = in.readUTF();
    if (format != FORMAT || !owner.equals(expectedOwner)) {
      throw new UnusableJournalException(
          "it belongs to %s and has format %d; this acceptor is %s and reads format %d"
              .formatted(owner, format, expectedOwner, FORMAT));
    }
    return new JournalHeader(owner, new JournalIdentity(in.readInt(), in.readUTF()), in.readLong());
  }
}
