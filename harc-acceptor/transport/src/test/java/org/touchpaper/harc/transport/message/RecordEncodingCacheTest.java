package org.touchpaper.harc.transport.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRecord;

/** A cached record is encoded and decoded like any other. */
class RecordEncodingCacheTest {
  private static final TransactionRecord RECORD = record("t.1", List.of("newton", "oriel"), 1);

  private final RecordEncodingCache records = new RecordEncodingCache();

  @Test
  void readsWhatWasWritten() {
    assertThat(records.read(bytes(RECORD))).isEqualTo(RECORD);
  }

  @Test
  void returnsTheCachedRecord() {
    var first = records.read(bytes(RECORD));

    assertThat(records.read(bytes(RECORD))).isSameAs(first);
  }

  @Test
  void writesTheSameBytesAgain() {
    assertThat(written(RECORD)).isEqualTo(bytes(RECORD));
    assertThat(written(RECORD)).isEqualTo(bytes(RECORD));
  }

  @Test
  void writesARecordThatWasRead() {
    assertThat(written(records.read(bytes(RECORD)))).isEqualTo(bytes(RECORD));
  }

  @Test
  void distinguishesRecordsWithTheSameId() {
    var otherRecord = record("t.1", List.of("newton"), 2);
    assertThat(records.read(bytes(RECORD))).isEqualTo(RECORD);

    assertThat(records.read(bytes(otherRecord))).isEqualTo(otherRecord);
    assertThat(written(RECORD)).isEqualTo(bytes(RECORD));
    assertThat(written(otherRecord)).isEqualTo(bytes(otherRecord));
    assertThat(records.read(bytes(RECORD))).isEqualTo(RECORD);
  }

  @Test
  void leavesTheBytesAfterARecord() {
    for (var time = 0; time < 2; time++) {
      var frame = bytes(RECORD).writeInt(7);

      assertThat(records.read(frame)).isEqualTo(RECORD);
      assertThat(frame.readInt()).isEqualTo(7);
      assertThat(frame.isReadable()).isFalse();
    }
  }

  @Test
  void rejectsATruncatedRecord() {
    assertThat(records.read(bytes(RECORD))).isEqualTo(RECORD);
    var cut = bytes(RECORD);
    cut.writerIndex(cut.writerIndex() - 1);

    assertThat(catchThrowable(() -> records.read(cut)))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void evictsTheOldestOfMoreThanAThousand() {
    var first = records.read(bytes(RECORD));
    IntStream.range(0, 2000)
        .mapToObj(n -> record("other." + n, List.of("newton"), 1))
        .forEach(record -> assertThat(records.read(bytes(record))).isEqualTo(record));

    assertThat(records.read(bytes(RECORD))).isEqualTo(first).isNotSameAs(first);
  }

  @Test
  void doesNotCacheLongRecords() {
    var resourceManagers = IntStream.range(0, 1000).mapToObj(n -> "rm-" + n).toList();
    var longRecord = record("t.2", resourceManagers, 1);
    var first = records.read(bytes(longRecord));

    assertThat(records.read(bytes(longRecord))).isEqualTo(first).isNotSameAs(first);
    assertThat(written(longRecord)).isEqualTo(bytes(longRecord));
  }

  private ByteBuf written(TransactionRecord record) {
    var out = Unpooled.buffer();
    records.write(out, record);
    return out;
  }

  private static ByteBuf bytes(TransactionRecord record) {
    var out = Unpooled.buffer();
    FieldCodec.record(out, record);
    return out;
  }

  private static TransactionRecord record(String id, List<String> resourceManagers, int epoch) {
    return new TransactionRecord(
        new TransactionId(id),
        resourceManagers,
        List.of("a1", "a2", "a3"),
        "digest",
        Instant.parse("2026-07-01T12:00:00Z"),
        epoch);
  }
}
