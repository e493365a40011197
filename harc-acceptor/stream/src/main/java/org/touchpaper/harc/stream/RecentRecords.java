package org.touchpaper.harc.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.LinkedHashMap;
import java.util.Map;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.TransactionRecord;

/**
 * The records that went over a peer's streams lately, as they are and as they travel. Each of the
 * thirty messages of an agreement carries its record, and it takes more than all else in them: so
 * it is written, and read, once. Only touched by the streams' thread.
 */
final class RecentRecords {
  private static final int MANY = 1024;

  /** One of hundreds of resource managers would take others' room. */
  private static final int LONG = 4096;

  private final Map<TransactionId, Known> recent = new Latest();

  private record Known(TransactionRecord record, ByteBuf bytes) {}

  private static final class Latest extends LinkedHashMap<TransactionId, Known> {
    private static final long serialVersionUID = 1;

    Latest() {
      super(MANY, 0.75F, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<TransactionId, Known> eldest) {
      return size() > MANY;
    }
  }

  void write(ByteBuf out, TransactionRecord record) {
    var known = recent.get(record.id());
    if (known != null && known.record().equals(record)) {
      out.writeBytes(known.bytes(), 0, known.bytes().readableBytes());
      return;
    }
    var start = out.writerIndex();
    Fields.record(out, record);
    remember(record, out.slice(start, out.writerIndex() - start));
  }

  TransactionRecord read(ByteBuf in) {
    var start = in.readerIndex();
    var known = recent.get(new TransactionId(Fields.text(in)));
    in.readerIndex(start);
    if (known != null && isNext(known.bytes(), in)) {
      in.skipBytes(known.bytes().readableBytes());
      return known.record();
    }
    var record = Fields.record(in);
    remember(record, in.slice(start, in.readerIndex() - start));
    return record;
  }

  private static boolean isNext(ByteBuf bytes, ByteBuf in) {
    var length = bytes.readableBytes();
    return length <= in.readableBytes()
        && ByteBufUtil.equals(bytes, 0, in, in.readerIndex(), length);
  }

  private void remember(TransactionRecord record, ByteBuf bytes) {
    if (bytes.readableBytes() <= LONG) {
      var copy = Unpooled.wrappedBuffer(ByteBufUtil.getBytes(bytes));
      recent.put(record.id(), new Known(record, copy));
    }
  }
}
