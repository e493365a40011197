package org.touchpaper.lnsap.campus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CircuitAddressRangeTest {

  @Test
  void dividesANetworkIntoPairs() {
    var pool = CircuitAddressRange.parse("192.0.2.0/30");

    assertThat(pool.pairCount()).isEqualTo(2);
    assertThat(pool.sourceAddress(pool.firstPair())).isEqualTo("192.0.2.0/31");
    assertThat(pool.destinationAddress(pool.firstPair())).isEqualTo("192.0.2.1/31");
    assertThat(pool.sourceAddress(pool.lastPair())).isEqualTo("192.0.2.2/31");
    assertThat(pool.destinationAddress(pool.lastPair())).isEqualTo("192.0.2.3/31");
  }

  @Test
  void findsThePairOfItsOwnAddressesOnly() {
    var pool = CircuitAddressRange.parse("10.88.0.0/24");

    assertThat(pool.pairOf(pool.sourceAddress(pool.lastPair()))).contains(pool.lastPair());
    assertThat(pool.pairOf("10.88.1.0/31")).isEmpty();
    assertThat(pool.pairOf("10.87.0.0/31")).isEmpty();
    assertThat(pool.pairOf("fd00:88:0:0:0:0:0:0/127")).isEmpty();
  }

  /** A pool that grows keeps the numbers of its pairs, so stored claims stay valid. */
  @Test
  void aPairHasTheSameNumberInALargerPool() {
    var pair = CircuitAddressRange.parse("10.88.0.0/24").firstPair();

    assertThat(CircuitAddressRange.parse("10.0.0.0/8").sourceAddress(pair))
        .isEqualTo("10.88.0.0/31");
  }

  @Test
  void reachesTheLastAddresses() {
    var pool = CircuitAddressRange.parse("fd00:88::/97");

    assertThat(pool.destinationAddress(pool.lastPair())).isEqualTo("fd00:88:0:0:0:0:7fff:ffff/127");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.88.0.0",
        "10.88.0.0/32",
        "10.88.0.1/24",
        "10.88.0.0/7",
        "fd00:88::/64",
        "fd00:88::/96",
        "fd00:88::/128",
        "224.0.0.0/24",
        "127.0.0.0/24",
        "example.org/24",
        "10.88.0.0/x",
        ""
      })
  void refusesWhatIsNoPool(String text) {
    assertThatThrownBy(() -> CircuitAddressRange.parse(text))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
