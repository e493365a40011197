package org.touchpaper.nsap.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.ClassPathResource;
import org.touchpaper.nsap.element.calient.Calient;
import org.touchpaper.nsap.element.ciena.CoreDirector;
import org.touchpaper.nsap.element.cisco.Ons15454;
import org.touchpaper.nsap.element.polatis.Polatis;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.nsap.topology.TopologyFile;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Patience;
import org.touchpaper.segment.element.Survey;
import org.touchpaper.segment.kit.LedgerTables;
import org.touchpaper.tl1.element.FaultPlan;

/**
 * Circuits over ONSes, photonic switches and CoreDirectors come and go while any command may go
 * wrong, two after the other on the same ports: at the end every element holds what is up and
 * nothing else, and no circuit that is up was ever touched for another.
 */
class AllMakesInTroubleTest {

  private static final Topology TOPOLOGY =
      TopologyFile.read(new ClassPathResource("nsap/all-signals.yaml"));
  private static final LedgerTables LEDGER = LedgerTables.create();

  private static final int STEPS = 20;

  /** Nothing that only time tells: what is late, or never said. */
  private static final List<String> MISHAPS =
      List.of(
          "drop-before",
          "drop-after",
          "busy",
          "conflict",
          "uncertain",
          "partly",
          "empty-promise",
          "deny-code-last");

  private static final String ODDITIES = ",segments=0.05,blocks=0.05,chatter=0.05";

  @TempDir Path folder;
  private EmulatedWideArea it;

  @SuppressWarnings("NullAway.Init") // set before each test
  AllMakesInTroubleTest() {}

  @BeforeEach
  void start() throws IOException {
    var makes =
        List.<Make>of(
            new CoreDirector(new Patience(2, Duration.ZERO)),
            Ons15454.sonet(),
            new Calient(new Patience(2, Duration.ZERO)),
            new Polatis());
    it = EmulatedWideArea.inNoTime(TOPOLOGY, Makes.of(TOPOLOGY, makes), folder, LEDGER);
  }

  @AfterEach
  void stop() {
    it.close();
  }

  /** A booking of some ports, and the next one of the same. */
  private record Pair(List<Item> one, List<Item> other) {
    static Pair of(List<Item> one) {
      var name = one.getFirst().owner();
      var next = "TP-" + new StringBuilder(name.substring(3)).reverse();
      return new Pair(
          one,
          one.stream()
              .map(item ->
                  new Item(
                      item.element(),
                      item.kind(),
                      item.key().replace(name, next),
                      next,
                      item.attributes()))
              .toList());
    }
  }

  private List<Pair> pairs() {
    return List.of(
        Pair.of(it.items("FA", "FB", 10_000)),
        Pair.of(it.items("FA2", "FB3", 100)),
        Pair.of(it.items("G1", "G3", 300)),
        Pair.of(it.items("G1B", "G3B", 300)));
  }

  private void letAllBeWell() {
    TOPOLOGY.nodes().forEach(node -> it.at(node.tid()).faults().follow(FaultPlan.NONE));
  }

  /** An ONS is asked so much that what befalls one command in a hundred befalls every reading. */
  private void letThingsGoWrong(long seed) {
    for (var node : TOPOLOGY.nodes()) {
      var rate = node.dialect().startsWith("ons") ? "=0.001" : "=0.01";
      var rates = String.join(rate + ",", MISHAPS) + rate + ODDITIES;
      it.at(node.tid()).faults().follow(FaultPlan.parse("seed=" + seed + "," + rates));
    }
  }

  private void bring(List<Item> wanted, List<Item> former) {
    await()
        .pollInterval(Duration.ofMillis(1))
        .atMost(Duration.ofSeconds(60))
        .until(() -> it.circuits().bring(wanted, former), Circuits.Reached.class::isInstance);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void everyElementHoldsWhatIsUpAndNothingElse(long seed) {
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    var pairs = pairs();
    var up = new ArrayList<List<Item>>();
    for (var step = 0; step < STEPS; step++) {
      letThingsGoWrong(seed * 60 + step);
      step(pairs.get(random.nextInt(pairs.size())), up, random);
      letAllBeWell();
      for (var items : up) {
        assertThat(it.circuits().look(items, Map.of()))
            .as("seed %s step %s", seed, step)
            .hasOnlyElementsOfType(Survey.Intact.class);
      }
    }
    List.copyOf(up).forEach(items -> bring(List.of(), items));
    assertThat(it.isBare()).as("seed %s", seed).isTrue();
  }

  /** One goes, or the other comes although it cannot yet, or both in turn. */
  private void step(Pair pair, List<List<Item>> up, RandomGenerator random) {
    var there = up.contains(pair.one()) ? pair.one() : pair.other();
    var next = there.equals(pair.one()) ? pair.other() : pair.one();
    if (!up.contains(there)) {
      bring(next, List.of());
      up.add(next);
      return;
    }
    assertThat(it.circuits().bring(next, List.of())).isInstanceOf(Circuits.NotReached.class);
    it.circuits().bring(List.of(), next);
    if (random.nextInt(3) > 0) {
      bring(List.of(), there);
      up.remove(there);
    }
    if (random.nextInt(3) > 1 && up.remove(there)) {
      bring(next, there); // as a new version of the same circuit
      up.add(next);
    }
  }
}
