package org.touchpaper.harc.acceptor;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.UUID;
import org.touchpaper.harc.stream.Incarnation;

/**
 * The first frame of a journal: whose it is, and which of that name.
 *
 * @param format what the other frames are written in. 1 has no tombstones; 1 and 2 do not say which
 *     memory it is, nor since when something is remembered; 1 to 3 do not count entries
 * @param owner the acceptor
 * @param incarnation which memory this is
 * @param entries how many it had when the file was written
 */
record Identity(int format, String owner, Incarnation incarnation, long entries) {
  private static final int FORMAT = 4;

  /** The first that says which memory it is, and since when something is remembered. */
  private static final int DATED = 3;

  /** A memory that there has never been before. */
  static Identity blank(String owner, int epoch) {
    return new Identity(FORMAT, owner, new Incarnation(epoch, UUID.randomUUID().toString()), 0);
  }

  /** The same memory with so many entries, in the format of this build. */
  Identity current(long entries) {
    var memory = isDated() ? incarnation : blank(owner, incarnation.epoch()).incarnation();
    return new Identity(FORMAT, owner, memory, entries);
  }

  /** True if the frames that follow say since when something is remembered. */
  boolean isDated() {
    return format >= DATED;
  }

  boolean isCurrent() {
    return format == FORMAT;
  }

  byte[] write() throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    out.writeInt(format);
    out.writeUTF(owner);
    out.writeInt(incarnation.epoch());
    out.writeUTF(incarnation.memory());
    out.writeLong(entries);
    return bytes.toByteArray();
  }

  /**
   * Reads what {@link #write} or an earlier build wrote.
   *
   * @throws JournalRefused if it is of another owner, or of a later build
   */
  static Identity read(byte[] payload, String expected) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(payload));
    var format = in.readInt();
    var owner = in.readUTF();
    if (format < 1 || format > FORMAT || !owner.equals(expected)) {
      throw new JournalRefused(
          "it is of " + owner + ", format " + format + "; this is " + expected);
    }
    var memory = new Incarnation(in.readInt(), format < DATED ? "" : in.readUTF());
    return new Identity(format, owner, memory, format < FORMAT ? 0 : in.readLong());
  }
}
