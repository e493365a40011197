package org.touchpaper.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.touchpaper.bench.chaos.Misfortune.Kind;

/** A day on which something never happened has not shown that it is borne. */
class TollTest {
  private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);

  TollTest() {
    for (var kind : Kind.values()) {
      counts.put(kind, 2);
    }
  }

  @Test
  void missesNothingWhereEveryKindHasBefallenSomebody() {
    assertThat(new Toll(counts).missing(2000)).isEmpty();
  }

  @Test
  void namesWhatHasBefallenNobody() {
    counts.remove(Kind.FILL_DISK);
    counts.put(Kind.HALT_RM, 0);
    assertThat(new Toll(counts).missing(40))
        .containsExactly(
            "FILL_DISK has befallen nobody in 40 calls", "HALT_RM has befallen nobody in 40 calls");
  }

  @Test
  void expectsNotAllOfThemWhereThereAreFewerCallsThanKinds() {
    assertThat(new Toll(Map.of(Kind.KILL_ACCEPTOR, 1)).missing(5)).isEmpty();
    assertThat(new Toll(Map.of(Kind.KILL_ACCEPTOR, 1)).missing(6)).hasSize(5);
  }

  @Test
  void tellsHowOftenEachHappenedAndHowOftenNotAtAll() {
    counts.remove(Kind.FILL_DISK);
    var toll = new Toll(counts);
    assertThat(toll)
        .hasToString(
            "KILL_ACCEPTOR 2, HALT_ACCEPTOR 2, KILL_ALL_ACCEPTORS 2, FILL_DISK 0, KILL_RM 2, HALT_RM 2");
    assertThat(toll.json())
        .isEqualTo(
            "{\"KILL_ACCEPTOR\":2,\"HALT_ACCEPTOR\":2,\"KILL_ALL_ACCEPTORS\":2,\"FILL_DISK\":0,"
                + "\"KILL_RM\":2,\"HALT_RM\":2}");
    assertThat(toll.sum()).isEqualTo(10);
  }
}
