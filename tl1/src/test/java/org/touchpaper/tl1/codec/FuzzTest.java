package org.touchpaper.tl1.codec;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.touchpaper.tl1.RecordedTranscripts;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.ColonSeparatedRow;
import org.touchpaper.tl1.message.Compld;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.NamedRow;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Response;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.TextBlock;
import org.touchpaper.tl1.row.AlarmRow;

/**
 * Decodes recorded and generated messages that are corrupted at random: flipped bits, parts
 * removed, repeated, swapped and mixed. Every input must decode without an exception, in bounded
 * memory, with the same result for every split, and the next valid message must be decoded. A
 * million by default, in about half a minute of one core; {@code -Dtl1.fuzz=100000} does fewer.
 */
class FuzzTest {

  private static final int ROUNDS = Integer.getInteger("tl1.fuzz", 1_000_000);
  private static final int MAX_BYTES = 1_500;
  private static final Compld GOOD =
      new Compld(
          new Header("LONDON", "26-12-01", "21:00:00"),
          "42",
          TextBlock.rows(List.of("g-1,CTP=a&b")),
          Terminator.END);
  private static final byte[] GOOD_BYTES = MessageEncoder.toBytes(MessageEncoder.encode(GOOD));
  private static final byte[] SIGNS =
      MessageEncoder.toBytes("\r\n\";></*\\ :,=MA*0IP<\u0000\u00ff");

  private static final List<byte[]> originals = new ArrayList<>();

  @BeforeAll
  static void collect() throws IOException {
    for (var file : RecordedTranscripts.files()) {
      originals.add(RecordedTranscripts.readRecorded(file));
    }
    for (var seed = 0; seed < 40; seed++) {
      originals.add(generated(RandomGeneratorFactory.of("L64X128MixRandom").create(seed)));
    }
  }

  @Test
  void decodesCorruptedMessages() {
    IntStream.range(0, ROUNDS).parallel().forEach(FuzzTest::readCorrupted);
  }

  private static void readCorrupted(int seed) {
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    var bytes = corrupted(random);
    try {
      read(bytes, random);
    } catch (RuntimeException e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  private static void read(byte[] bytes, RandomGenerator random) {
    var decoder = new MessageDecoder();
    var uncut = decoder.feed(bytes);
    check(decoder.retainedBytes() <= 3 * bytes.length + 512, "retains too many bytes");
    check(decoder.feed(GOOD_BYTES).getLast().equals(GOOD), "the next good message is lost");
    check(decodeInPieces(bytes, random).equals(uncut), "decodes differently in pieces");
    if (random.nextInt(4) == 0) { // this step is the slowest
      uncut.forEach(FuzzTest::readRows);
    }
    readAsCommands(bytes);
  }

  /** Called too often for an assertion library, whose descriptions would take most of the time. */
  private static void check(boolean condition, String failure) {
    if (!condition) {
      throw new IllegalStateException(failure);
    }
  }

  private static List<OutputMessage> decodeInPieces(byte[] bytes, RandomGenerator random) {
    var decoder = new MessageDecoder();
    var messages = new ArrayList<OutputMessage>();
    for (var from = 0; from < bytes.length; ) {
      var length = Math.min(bytes.length - from, 1 + random.nextInt(99));
      messages.addAll(decoder.feed(bytes, from, length));
      from += length;
    }
    return messages;
  }

  private static void readRows(OutputMessage message) {
    MessageEncoder.encode(message);
    var text =
        switch (message) {
          case Response response -> response.text();
          case AutonomousMessage report -> {
            AlarmRow.fromReport(report);
            yield report.text();
          }
          default -> TextBlock.EMPTY;
        };
    for (var row : text.rows()) {
      ColonSeparatedRow.parse(row).namedValues();
      NamedRow.parse(row).findValue("X");
      AlarmRow.parse(row);
    }
  }

  private static void readAsCommands(byte[] bytes) {
    var telnet = new TelnetNegotiator();
    var clean = telnet.feed(bytes, 0, bytes.length);
    check(clean.length <= bytes.length, "telnet adds bytes");
    check(telnet.takeReplies().length <= 3 * 2 * 256, "telnet answers more than every option once");
    var decoder = new CommandStreamSplitter(CommandStreamSplitter.DEFAULT_MAX_BYTES);
    for (var command : decoder.feed(clean, 0, clean.length)) {
      InputCommand.parse(command).ifPresent(MessageEncoder::encode);
    }
  }

  private static byte[] corrupted(RandomGenerator random) {
    var bytes = randomExcerpt(random);
    for (var i = 1 + random.nextInt(4); i > 0; i--) {
      bytes =
          switch (random.nextInt(6)) {
            case 0 -> flipBits(bytes, random);
            case 1 -> without(bytes, random);
            case 2 -> repeated(bytes, random);
            case 3 -> exchanged(bytes, random);
            case 4 -> mixed(bytes, randomExcerpt(random), random);
            default -> withDelimiters(bytes, random);
          };
      bytes = bytes.length > MAX_BYTES ? Arrays.copyOf(bytes, MAX_BYTES) : bytes;
    }
    return bytes;
  }

  /** A message, or an excerpt of a long one. */
  private static byte[] randomExcerpt(RandomGenerator random) {
    var original = originals.get(random.nextInt(originals.size()));
    var from = original.length <= MAX_BYTES ? 0 : random.nextInt(original.length - MAX_BYTES);
    return Arrays.copyOfRange(original, from, Math.min(original.length, from + MAX_BYTES));
  }

  private static byte[] flipBits(byte[] bytes, RandomGenerator random) {
    for (var i = random.nextInt(20); i > 0 && bytes.length > 0; i--) {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return bytes;
  }

  /** Inserts TL1 delimiters at random positions. */
  private static byte[] withDelimiters(byte[] bytes, RandomGenerator random) {
    for (var i = random.nextInt(20); i > 0 && bytes.length > 0; i--) {
      bytes[random.nextInt(bytes.length)] = SIGNS[random.nextInt(SIGNS.length)];
    }
    return bytes;
  }

  private static byte[] without(byte[] bytes, RandomGenerator random) {
    var from = random.nextInt(bytes.length + 1);
    var to = from + random.nextInt(bytes.length - from + 1);
    return joined(Arrays.copyOf(bytes, from), Arrays.copyOfRange(bytes, to, bytes.length));
  }

  private static byte[] repeated(byte[] bytes, RandomGenerator random) {
    var from = random.nextInt(bytes.length + 1);
    var to = from + random.nextInt(bytes.length - from + 1);
    return joined(Arrays.copyOf(bytes, to), Arrays.copyOfRange(bytes, from, bytes.length));
  }

  private static byte[] exchanged(byte[] bytes, RandomGenerator random) {
    var at = random.nextInt(bytes.length + 1);
    return joined(Arrays.copyOfRange(bytes, at, bytes.length), Arrays.copyOf(bytes, at));
  }

  private static byte[] mixed(byte[] bytes, byte[] others, RandomGenerator random) {
    return joined(
        Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)),
        Arrays.copyOfRange(others, random.nextInt(others.length), others.length));
  }

  private static byte[] joined(byte[] first, byte[] second) {
    var both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static byte[] generated(RandomGenerator random) {
    var pieces =
        List.of(
            "\r\n\n   LONDON 26-12-01 21:00:00\r\n",
            "\r\n\n   \"PV 1\" 2026-12-01 21:00:00\r\n",
            "M  1 COMPLD\r\n",
            "M  2 DENY\r\n   IENE\r\n",
            "*C 3 REPT ALM OC192\r\n",
            "A  4 REPT DBCHG\r\n   \"DBCHGSEQ=1:ENT-GTP:g-2::LBL=x\"\r\n",
            "   \"1-A-1-1,OC192:CR,LOS,SA,2026-12-01,21:00:00,,:\\\"text, text\\\",\"\r\n",
            "   \"STS-6-1,STS-12-4:2WAY,STS3C:CKTID=\\\"a\\\":IS-NR,\"\r\n",
            "   /* a comment; with > signs */\r\n",
            "   \"open",
            "   /* open",
            ";",
            ">",
            "IP 1\r\n<",
            "RTRV-HDR:::1;\r\n",
            "\u00ff\u00fb\u0001");
    var text = new StringBuilder();
    for (var i = 1 + random.nextInt(40); i > 0; i--) {
      text.append(pieces.get(random.nextInt(pieces.size())));
    }
    return MessageEncoder.toBytes(text.toString());
  }
}
