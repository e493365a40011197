package org.touchpaper.harc.acceptor;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A disk under one file: what is written is in the page cache, which is the file itself, until a
 * flush takes it over; when the power goes the rest is gone. A flush that fails takes nothing over
 * and, as Linux does, lets the cache pass for written: the next one has nothing to do. Bytes are
 * lost one by one where a real disk loses pages, which spares it nothing.
 */
final class ForgetfulDisk implements Disk.Opener {
  private final Path file;
  private byte[] durable;
  private final BitSet dirty = new BitSet();
  private int failures;
  private int flushes;

  /** Under a file that is durable as it is. */
  ForgetfulDisk(Path file) throws IOException {
    this.file = file;
    this.durable = Files.readAllBytes(file);
  }

  @Override
  public FileChannel open(Path opened, OpenOption... how) throws IOException {
    var cached = FileChannel.open(opened, how);
    return opened.equals(file) ? new Cached(cached) : cached;
  }

  /** The next flush fails. */
  void failOnce() {
    failures++;
  }

  /** How often it was asked to flush. */
  int flushes() {
    return flushes;
  }

  /** The system writes by itself what nobody has flushed, fails, and has nobody to tell. */
  void loseInSilence() {
    dirty.clear();
  }

  /** Only what is durable is left. */
  void cutPower() throws IOException {
    Files.write(file, durable);
    dirty.clear();
  }

  private void flush() throws IOException {
    flushes++;
    if (failures > 0) {
      failures--;
      dirty.clear();
      throw new IOException("Input/output error");
    }
    var cache = Files.readAllBytes(file);
    durable = Arrays.copyOf(durable, cache.length);
    dirty.stream().filter(at -> at < cache.length).forEach(at -> durable[at] = cache[at]);
    dirty.clear();
  }

  private void wrote(long from, long bytes) {
    dirty.set((int) from, (int) (from + bytes));
  }

  /** The file as a process sees it. */
  private final class Cached extends FileChannel {
    private final FileChannel cache;

    Cached(FileChannel cache) {
      this.cache = cache;
    }

    @Override
    public void force(boolean metadata) throws IOException {
      flush();
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
      var from = cache.position();
      var written = cache.write(bytes);
      wrote(from, written);
      return written;
    }

    @Override
    public int write(ByteBuffer bytes, long from) throws IOException {
      var written = cache.write(bytes, from);
      wrote(from, written);
      return written;
    }

    @Override
    public long write(ByteBuffer[] bytes, int offset, int length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long transferFrom(ReadableByteChannel from, long position, long count) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int read(ByteBuffer bytes) throws IOException {
      return cache.read(bytes);
    }

    @Override
    public long read(ByteBuffer[] bytes, int offset, int length) throws IOException {
      return cache.read(bytes, offset, length);
    }

    @Override
    public int read(ByteBuffer bytes, long from) throws IOException {
      return cache.read(bytes, from);
    }

    @Override
    public long position() throws IOException {
      return cache.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
      var _ = cache.position(position);
      return this;
    }

    @Override
    public long size() throws IOException {
      return cache.size();
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
      var _ = cache.truncate(size);
      return this;
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel to) throws IOException {
      return cache.transferTo(position, count, to);
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
      return cache.map(mode, position, size);
    }

    @Override
    public MemorySegment map(MapMode mode, long position, long size, Arena arena)
        throws IOException {
      return cache.map(mode, position, size, arena);
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) throws IOException {
      return cache.lock(position, size, shared);
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
      return cache.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
      cache.close();
    }
  }
}
