package org.touchpaper.elementsession.netconf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** NETCONF's framing, wherever the network splits it. */
@Timeout(300)
class NetconfFramingTest {

  private static final List<String> SAID =
      List.of("<hello/>", "<a>]]>]]</a>", "<b>\n##\n#4\n</b>", "<c>f\u00fcnf</c>");

  private static NetconfFraming framing(boolean chunked) {
    var framing = new NetconfFraming();
    if (chunked) {
      framing.startChunking();
    }
    return framing;
  }

  private static byte[] wire(boolean chunked) {
    var wire = new StringBuilder();
    for (var each : SAID) {
      wire.append(new String(framing(chunked).frame(each), StandardCharsets.ISO_8859_1));
    }
    return wire.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private static List<String> decode(NetconfFraming framing, byte[]... pieces) {
    var messages = new ArrayList<String>();
    for (var piece : pieces) {
      framing.feed(piece, piece.length, messages::add);
    }
    return messages;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void decodesTheSameWhereverItIsSplit(boolean chunked) {
    var wire = wire(chunked);
    assertThat(decode(framing(chunked), wire)).isEqualTo(SAID);
    for (var cut = 1; cut < wire.length; cut++) {
      assertThat(
              decode(
                  framing(chunked),
                  Arrays.copyOf(wire, cut),
                  Arrays.copyOfRange(wire, cut, wire.length)))
          .isEqualTo(SAID);
    }
    var bytes = new byte[wire.length][];
    for (var i = 0; i < wire.length; i++) {
      bytes[i] = new byte[] {wire[i]};
    }
    assertThat(decode(framing(chunked), bytes)).isEqualTo(SAID);
  }

  @Test
  void joinsTheChunksOfAMessage() {
    assertThat(decode(framing(true), bytes("\n#3\n<a>\n#1\nx\n#4\n</a>\n##\n\n#4\n<b/>\n##\n")))
        .containsExactly("<a>x</a>", "<b/>");
  }

  /** The hello ends with a marker; chunks may follow in the same read. */
  @Test
  void changesToChunksWithinOneRead() {
    var framing = new NetconfFraming();
    var messages = new ArrayList<String>();
    var wire = bytes("<hello/>]]>]]>\n#4\n<a/>\n##\n");
    framing.feed(
        wire,
        wire.length,
        message -> {
          messages.add(message);
          framing.startChunking();
        });
    assertThat(messages).containsExactly("<hello/>", "<a/>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<a/>",
        "\n4\n<a/>",
        "\n#\n",
        "\n#0\n",
        "\n#-1\n",
        "\n#04\n<a/>",
        "\n##\n",
        "\n#99999999999999999999\n",
        "\n#4294967300\n",
        "\n#16777217\n",
        "\n#1\na\n#x\n",
      })
  void rejectsInvalidChunks(String wire) {
    assertThatThrownBy(() -> decode(framing(true), bytes(wire)))
        .isInstanceOf(NetconfFraming.MalformedFrameException.class)
        .hasMessageContaining("invalid chunk header");
  }

  /** In time proportional to the input, and memory of one message at most. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rejectsAnEndlessMessage(boolean chunked) {
    var framing = framing(chunked);
    var piece = bytes((chunked ? "\n#8000\n" : "") + "x".repeat(8_000));
    assertThatThrownBy(
            () -> {
              for (var i = 0; i < 3_000; i++) {
                decode(framing, piece);
              }
            })
        .isInstanceOf(NetconfFraming.MalformedFrameException.class)
        .hasMessageContaining("exceeds 16777216 bytes");
  }

  /** Twenty thousand corrupted inputs: the same result however split, and no other exception. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void survivesCorruptedInput(boolean chunked) {
    for (var seed = 0; seed < 20_000; seed++) {
      var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
      var wire = wire(chunked);
      for (var i = random.nextInt(4); i >= 0; i--) {
        wire[random.nextInt(wire.length)] = (byte) "\n#0]>9a".charAt(random.nextInt(7));
      }
      var cut = random.nextInt(wire.length);
      var pieces = List.of(Arrays.copyOf(wire, cut), Arrays.copyOfRange(wire, cut, wire.length));
      assertThat(decodeAll(chunked, pieces))
          .as("seed %d", seed)
          .isEqualTo(decodeAll(chunked, List.of(wire)));
    }
  }

  private static List<String> decodeAll(boolean chunked, List<byte[]> pieces) {
    var decodeAll = new ArrayList<String>();
    var framing = framing(chunked);
    try {
      for (var piece : pieces) {
        framing.feed(piece, piece.length, decodeAll::add);
      }
    } catch (NetconfFraming.MalformedFrameException e) {
      decodeAll.add(String.valueOf(e.getMessage()));
    }
    return decodeAll;
  }
}
