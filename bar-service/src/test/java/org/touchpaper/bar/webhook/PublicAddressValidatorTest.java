package org.touchpaper.bar.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicAddressValidatorTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.8.8.8",
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "192.0.2.1",
        "198.18.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "::ffff:10.0.0.1",
        "::ffff:127.0.0.1",
        "::7f00:1",
        "fe80::1",
        "fec0::1",
        "fd00::1",
        "ff02::1",
        "64:ff9b::a00:1",
        "2001::1",
        "2001:db8::1",
        "2002:7f00:1::"
      })
  void leaveOutWhatIsSpecial(String address) {
    assertThat(PublicAddressValidator.contain(InetAddress.ofLiteral(address))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8.8.8.8",
        "100.63.255.255",
        "100.128.0.1",
        "172.15.0.1",
        "172.32.0.1",
        "193.60.250.1",
        "223.255.255.255",
        "2001:630::1",
        "2a00:1450::1"
      })
  void containTheRest(String address) {
    assertThat(PublicAddressValidator.contain(InetAddress.ofLiteral(address))).isTrue();
  }
}
