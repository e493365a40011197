package org.touchpaper.nsap.element.openconfig;

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

/** How NETCONF's messages are told apart, wherever a network cuts them. */
@Timeout(300)
class NetconfFramingTest {

  private static final List<String> SAID =
      List.of("<hello/>", "<a>]]>]]</a>", "<b>\n##\n#4\n</b>", "<c>f\u00fcnf</c>");

  private static NetconfFraming framing(boolean chunked) {
    var framing = new NetconfFraming();
    if (chunked) {
      framing.chunk();
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

  private static List<String> heard(NetconfFraming framing, byte[]... pieces) {
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
  void hearsTheSameWhereverItIsCut(boolean chunked) {
    var wire = wire(chunked);
    assertThat(heard(framing(chunked), wire)).isEqualTo(SAID);
    for (var cut = 1; cut < wire.length; cut++) {
      assertThat(
              heard(
                  framing(chunked),
                  Arrays.copyOf(wire, cut),
                  Arrays.copyOfRange(wire, cut, wire.length)))
          .isEqualTo(SAID);
    }
    var bytes = new byte[wire.length][];
    for (var i = 0; i < wire.length; i++) {
      bytes[i] = new byte[] {wire[i]};
    }
    assertThat(heard(framing(chunked), bytes)).isEqualTo(SAID);
  }

  @Test
  void joinsTheChunksOfAMessage() {
    assertThat(heard(framing(true), bytes("\n#3\n<a>\n#1\nx\n#4\n</a>\n##\n\n#4\n<b/>\n##\n")))
        .containsExactly("<a>x</a>", "<b/>");
  }

  /** A server says hello by the mark, and what follows in chunks, perhaps in one piece with it. */
  @Test
  void changesToChunksWithinOnePiece() {
    var framing = new NetconfFraming();
    var messages = new ArrayList<String>();
    var wire = bytes("<hello/>]]>]]>\n#4\n<a/>\n##\n");
    framing.feed(
        wire,
        wire.length,
        message -> {
          messages.add(message);
          framing.chunk();
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
  void refusesWhatAreNoChunks(String wire) {
    assertThatThrownBy(() -> heard(framing(true), bytes(wire)))
        .isInstanceOf(NetconfFraming.Garbage.class)
        .hasMessageContaining("no chunk begins with");
  }

  /** In time that grows with what came, and in no more memory than one message may take. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void refusesAMessageWithoutEnd(boolean chunked) {
    var framing = framing(chunked);
    var piece = bytes((chunked ? "\n#8000\n" : "") + "x".repeat(8_000));
    assertThatThrownBy(
            () -> {
              for (var i = 0; i < 3_000; i++) {
                heard(framing, piece);
              }
            })
        .isInstanceOf(NetconfFraming.Garbage.class)
        .hasMessageContaining("more than 16777216 bytes");
  }

  /** Wires spoilt in twenty thousand ways: the same however cut, and never anything but garbage. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void hearsWhateverComes(boolean chunked) {
    for (var seed = 0; seed < 20_000; seed++) {
      var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
      var wire = wire(chunked);
      for (var i = random.nextInt(4); i >= 0; i--) {
        wire[random.nextInt(wire.length)] = (byte) "\n#0]>9a".charAt(random.nextInt(7));
      }
      var cut = random.nextInt(wire.length);
      var pieces = List.of(Arrays.copyOf(wire, cut), Arrays.copyOfRange(wire, cut, wire.length));
      assertThat(told(chunked, pieces)).as("seed %d", seed).isEqualTo(told(chunked, List.of(wire)));
    }
  }

  private static List<String> told(boolean chunked, List<byte[]> pieces) {
    var told = new ArrayList<String>();
    var framing = framing(chunked);
    try {
      for (var piece : pieces) {
        framing.feed(piece, piece.length, told::add);
      }
    } catch (NetconfFraming.Garbage e) {
      told.add(String.valueOf(e.getMessage()));
    }
    return told;
  }
}
