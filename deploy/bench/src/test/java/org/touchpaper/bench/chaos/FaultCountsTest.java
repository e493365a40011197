package org.touchpaper.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.touchpaper.bench.chaos.ChaosInjector.FaultKind;

/** A run without a kind of fault does not show that the system survives it. */
class FaultCountsTest {
  private final Map<FaultKind, Integer> counts = new EnumMap<>(FaultKind.class);

  FaultCountsTest() {
    for (var kind : FaultKind.values()) {
      counts.put(kind, 2);
    }
  }

  @Test
  void listsNoMissingKindWhenEachWasInjected() {
    assertThat(new FaultCounts(counts).listMissing(2000)).isEmpty();
  }

  @Test
  void listsKindsThatWereNeverInjected() {
    counts.remove(FaultKind.FILL_DISK);
    counts.put(FaultKind.HALT_RM, 0);
    assertThat(new FaultCounts(counts).listMissing(40))
        .containsExactly(
            "FILL_DISK was never injected in 40 calls", "HALT_RM was never injected in 40 calls");
  }

  @Test
  void expectsNoCompleteCoverageWithFewerCallsThanKinds() {
    assertThat(new FaultCounts(Map.of(FaultKind.KILL_ACCEPTOR, 1)).listMissing(5)).isEmpty();
    assertThat(new FaultCounts(Map.of(FaultKind.KILL_ACCEPTOR, 1)).listMissing(6)).hasSize(5);
  }

  @Test
  void printsTheCountOfEachKind() {
    counts.remove(FaultKind.FILL_DISK);
    var faultCounts = new FaultCounts(counts);
    assertThat(faultCounts)
        .hasToString(
            "KILL_ACCEPTOR 2, HALT_ACCEPTOR 2, KILL_ALL_ACCEPTORS 2, FILL_DISK 0, KILL_RM 2, HALT_RM 2");
    assertThat(faultCounts.json())
        .isEqualTo(
            "{\"KILL_ACCEPTOR\":2,\"HALT_ACCEPTOR\":2,\"KILL_ALL_ACCEPTORS\":2,\"FILL_DISK\":0,"
                + "\"KILL_RM\":2,\"HALT_RM\":2}");
    assertThat(faultCounts.sum()).isEqualTo(10);
  }
}
