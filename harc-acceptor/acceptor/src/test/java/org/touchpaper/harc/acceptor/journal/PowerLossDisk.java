package org.touchpaper.harc.acceptor.journal;

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
 * A simulated disk under one file. The file itself is the page cache; a flush copies it to the
 * durable content, and a power failure loses the rest. A failed flush copies nothing and, as on
 * Linux, marks the cache clean, so that the next flush does nothing. Bytes are lost individually,
 * where a real disk loses pages; this is the stricter case.
 */
final class PowerLossDisk implements JournalFileOperations.FileOpener {
  private final Path file;
  private byte[] durable;
  private final BitSet dirtyBytes = new BitSet();
  private int failures;
  private int flushes;

  /** Creates the disk of a file whose content is durable. */
  PowerLossDisk(Path file) throws IOException {
    this.file = file;
    this.durable = Files.readAllBytes(file);
  }

  @Override
  public FileChannel open(Path openedFile, OpenOption... options) throws IOException {
    var cached = FileChannel.open(openedFile, options);
    return openedFile.equals(file) ? new CachedChannel(cached) : cached;
  }

  /** The next flush fails. */
  void failOnce() {
    failures++;
  }

  /** The number of flushes, including failed ones. */
  int flushes() {
    return flushes;
  }

  /** Simulates background writes that fail without being reported. */
  void loseUnflushedSilently() {
    dirtyBytes.clear();
  }

  /** Loses everything that is not durable. */
  void cutPower() throws IOException {
    Files.write(file, durable);
    dirtyBytes.clear();
  }

  private void flush() throws IOException {
    flushes++;
    if (failures > 0) {
      failures--;
      dirtyBytes.clear();
      throw new IOException("Input/output error");
    }
    var cache = Files.readAllBytes(file);
    durable = Arrays.copyOf(durable, cache.length);
    dirtyBytes.stream()
        .filter(offset -> offset < cache.length)
        .forEach(offset -> durable[offset] = cache[offset]);
    dirtyBytes.clear();
  }

  private void markDirty(long from, long bytes) {
    dirtyBytes.set((int) from, (int) (from + bytes));
  }

  /** The file through the page cache. */
  private final class CachedChannel extends FileChannel {
    private final FileChannel cache;

    CachedChannel(FileChannel cache) {
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
      markDirty(from, written);
      return written;
    }

    @Override
    public int write(ByteBuffer bytes, long from) throws IOException {
      var written = cache.write(bytes, from);
      markDirty(from, written);
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
