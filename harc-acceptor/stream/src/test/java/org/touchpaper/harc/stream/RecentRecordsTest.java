package org.touchpaper.harc.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.TransactionRecord;

/** A record travels as it always has, whoever has seen it before. */
class RecentRecordsTest {
  private static final TransactionRecord RECORD = record("t.1", List.of("newton", "oriel"), 1);

  private final RecentRecords records = new RecentRecords();

  @Test
  void whatIsReadIsWhatWasWritten() {
    assertThat(records.read(bytes(RECORD))).isEqualTo(RECORD);
  }

  @Test
  void whatIsReadAgainIsTheSameObject() {
    var first = records.read(bytes(RECORD));

    assertThat(records.read(bytes(RECORD))).isSameAs(first);
  }

  @Test
  void isWrittenTheSecondTimeAsTheFirst() {
    assertThat(written(RECORD)).isEqualTo(bytes(RECORD));
    assertThat(written(RECORD)).isEqualTo(bytes(RECORD));
  }

  @Test
  void isWrittenAsItWasRead() {
    assertThat(written(records.read(bytes(RECORD)))).isEqualTo(bytes(RECORD));
  }

  @Test
  void anotherRecordOfTheSameIdIsReadAndWrittenAsItself() {
    var other = record("t.1", List.of("newton"), 2);
    assertThat(records.read(bytes(RECORD))).isEqualTo(RECORD);

    assertThat(records.read(bytes(other))).isEqualTo(other);
    assertThat(written(RECORD)).isEqualTo(bytes(RECORD));
    assertThat(written(other)).isEqualTo(bytes(other));
    assertThat(records.read(bytes(RECORD))).isEqualTo(RECORD);
  }

  @Test
  void whatFollowsARecordIsLeftForOthers() {
    for (var time = 0; time < 2; time++) {
      var frame = bytes(RECORD).writeInt(7);

      assertThat(records.read(frame)).isEqualTo(RECORD);
      assertThat(frame.readInt()).isEqualTo(7);
      assertThat(frame.isReadable()).isFalse();
    }
  }

  @Test
  void aRecordThatIsCutOffIsNotTakenForTheWholeOne() {
    assertThat(records.read(bytes(RECORD))).isEqualTo(RECORD);
    var cut = bytes(RECORD);
    cut.writerIndex(cut.writerIndex() - 1);

    assertThat(catchThrowable(() -> records.read(cut)))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void ofMoreThanAThousandTheOldestIsReadAnew() {
    var first = records.read(bytes(RECORD));
    IntStream.range(0, 2000)
        .mapToObj(n -> record("other." + n, List.of("newton"), 1))
        .forEach(each -> assertThat(records.read(bytes(each))).isEqualTo(each));

    assertThat(records.read(bytes(RECORD))).isEqualTo(first).isNotSameAs(first);
  }

  @Test
  void aLongOneTakesNobodysRoom() {
    var resourceManagers = IntStream.range(0, 1000).mapToObj(n -> "rm-" + n).toList();
    var longOne = record("t.2", resourceManagers, 1);
    var first = records.read(bytes(longOne));

    assertThat(records.read(bytes(longOne))).isEqualTo(first).isNotSameAs(first);
    assertThat(written(longOne)).isEqualTo(bytes(longOne));
  }

  private ByteBuf written(TransactionRecord record) {
    var out = Unpooled.buffer();
    records.write(out, record);
    return out;
  }

  private static ByteBuf bytes(TransactionRecord record) {
    var out = Unpooled.buffer();
    Fields.record(out, record);
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
