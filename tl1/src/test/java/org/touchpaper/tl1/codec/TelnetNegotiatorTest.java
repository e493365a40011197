package org.touchpaper.tl1.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Telnet commands within an element's output. */
class TelnetNegotiatorTest {

  private static final int IAC = 255;

  @Test
  void removesOptionsAndAnswersEachOnce() {
    var telnet = new TelnetNegotiator();
    var bytes = bytes('a', IAC, 251, 1, 'b', IAC, 253, 24, IAC, 253, 24, IAC, 254, 1, 'c', 0, 'd');
    var clean = new ByteArrayOutputStream();
    var replies = new ByteArrayOutputStream();
    for (var b : bytes) {
      clean.writeBytes(telnet.feed(new byte[] {b}, 0, 1));
      replies.writeBytes(telnet.takeReplies());
    }
    assertThat(clean.toByteArray()).isEqualTo(bytes('a', 'b', 'c', 'd'));
    assertThat(replies.toByteArray()).isEqualTo(bytes(IAC, 253, 1, IAC, 252, 24));
  }

  @Test
  void skipsASubnegotiation() {
    var bytes = bytes('a', IAC, 250, 24, 1, IAC, IAC, 2, IAC, 240, 'b');
    assertThat(new TelnetNegotiator().feed(bytes, 0, bytes.length)).isEqualTo(bytes('a', 'b'));
  }

  @Test
  void readsADoubledIacAsTheByteItself() {
    var bytes = bytes('a', IAC, IAC, 'b');
    assertThat(new TelnetNegotiator().feed(bytes, 0, bytes.length)).isEqualTo(bytes('a', IAC, 'b'));
  }

  @ParameterizedTest
  @ValueSource(ints = {'x', IAC})
  void endsASubnegotiationAfterAKilobyte(int of) {
    var telnet = new TelnetNegotiator();
    var begin = bytes('a', IAC, 250, 24);
    assertThat(telnet.feed(begin, 0, begin.length)).isEqualTo(bytes('a'));
    var rest = new byte[2_000];
    Arrays.fill(rest, 0, 1_100, (byte) of);
    Arrays.fill(rest, 1_100, 2_000, (byte) 'x');
    assertThat(telnet.feed(rest, 0, rest.length)).hasSizeGreaterThan(890);
  }

  private static byte[] bytes(int... values) {
    var bytes = new byte[values.length];
    for (var i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }
}
