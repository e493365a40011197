package org.touchpaper.bench.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Expected bytes, encoded by hand after etcd's rpc.proto. */
class EtcdGrpcTransactionCodecTest {

  @Test
  void encodesAPutOfAKeyWithoutAVersion() {
    assertThat(EtcdGrpcTransactionCodec.putIfAbsent("k", "v"))
        .asHexString()
        .isEqualToIgnoringCase(
            "0A05"
                + "1A016B"
                + "2000" // compare: key k, version 0
                + "1208"
                + "1206"
                + "0A016B"
                + "120176"); // success: put k, v
  }

  @Test
  void encodesLongValues() {
    var value = "v".repeat(300);
    var request = EtcdGrpcTransactionCodec.putIfAbsent("k", value);
    assertThat(HexFormat.of().formatHex(request)).contains("12ac0276"); // 300 = 0xac 0x02
    assertThat(request).hasSize(7 + 3 + 3 + 3 + 3 + 300);
  }

  @Test
  void decodesWhetherTheKeyWasPut() {
    var header = "0a06" + "08d2091094ac"; // any header
    assertThat(EtcdGrpcTransactionCodec.hasPut(bytes(header + "1001" + "1a0412020800"))).isTrue();
    assertThat(EtcdGrpcTransactionCodec.hasPut(bytes(header))).isFalse(); // false is omitted
    assertThat(EtcdGrpcTransactionCodec.hasPut(bytes(header + "1000"))).isFalse();
  }

  @Test
  void rejectsOtherBytes() {
    assertThatThrownBy(() -> EtcdGrpcTransactionCodec.hasPut(bytes("15")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("ends in the middle");
    assertThatThrownBy(() -> EtcdGrpcTransactionCodec.hasPut(bytes("1501")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("not a TxnResponse");
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }
}
