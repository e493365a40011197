package org.touchpaper.harc.transport.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.LinkedHashMap;
import java.util.Map;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRecord;

/**
 * Caches records and their encodings. Each of the thirty or so messages of a transaction carries
 * its record, which is the largest part, so it is encoded and decoded once. Used by the event loop
 * only.
 */
public final class RecordEncodingCache {
  private static final int MAX_ENTRIES = 1024;

  /** Longer records, with hundreds of resource managers, are not cached. */
  private static final int MAX_RECORD_BYTES = 4096;

  private final Map<TransactionId, CachedRecord> cache = new LruMap();

  private record CachedRecord(TransactionRecord record, ByteBuf bytes) {}

  private static final class LruMap extends LinkedHashMap<TransactionId, CachedRecord> {
    private static final long serialVersionUID = 1;

    LruMap() {
      super(MAX_ENTRIES, 0.75F, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<TransactionId, CachedRecord> eldest) {
      return size() > MAX_ENTRIES;
    }
  }

  void write(ByteBuf out, TransactionRecord record) {
    var cached = cache.get(record.id());
    if (cached != null && cached.record().equals(record)) {
      out.writeBytes(cached.bytes(), 0, cached.bytes().readableBytes());
      return;
    }
    var start = out.writerIndex();
    FieldCodec.record(out, record);
    store(record, out.slice(start, out.writerIndex() - start));
  }

  TransactionRecord read(ByteBuf in) {
    var start = in.readerIndex();
    var cached = cache.get(new TransactionId(FieldCodec.text(in)));
    in.readerIndex(start);
    if (cached != null && isNextIn(cached.bytes(), in)) {
      in.skipBytes(cached.bytes().readableBytes());
      return cached.record();
    }
    var record = FieldCodec.record(in);
    store(record, in.slice(start, in.readerIndex() - start));
    return record;
  }

  private static boolean isNextIn(ByteBuf bytes, ByteBuf in) {
    var length = bytes.readableBytes();
    return length <= in.readableBytes()
        && ByteBufUtil.equals(bytes, 0, in, in.readerIndex(), length);
  }

  private void store(TransactionRecord record, ByteBuf bytes) {
    if (bytes.readableBytes() <= MAX_RECORD_BYTES) {
      var copy = Unpooled.wrappedBuffer(ByteBufUtil.getBytes(bytes));
      cache.put(record.id(), new CachedRecord(record, copy));
    }
  }
}
