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
import org.touchpaper.elementemulator.fault.RandomFaultSettings;
import org.touchpaper.nsap.element.calient.CalientPlugin;
import org.touchpaper.nsap.element.ciena.CoreDirectorPlugin;
import org.touchpaper.nsap.element.cisco.Ons15454Plugin;
import org.touchpaper.nsap.element.polatis.PolatisPlugin;
import org.touchpaper.nsap.registry.NodeElementPlugins;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.nsap.topology.TopologyFile;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.ItemSurveyResult;
import org.touchpaper.segment.element.PollPolicy;
import org.touchpaper.segment.kit.LedgerTestDatabase;

/**
 * Circuits over ONSes, photonic switches and CoreDirectors come and go, two after the other on the
 * same ports, while any command may fail. At the end each element holds exactly the active
 * circuits, and no active circuit was disturbed for another.
 */
class AllElementTypesFaultTest {

  private static final Topology TOPOLOGY =
      TopologyFile.read(new ClassPathResource("nsap/all-signals.yaml"));
  private static final LedgerTestDatabase LEDGER = LedgerTestDatabase.create();

  private static final int STEPS = 20;

  /** Without faults that need time, such as delays and missing responses. */
  private static final List<String> MISHAPS =
      List.of(
          "drop-before",
          "drop-after",
          "busy",
          "conflict",
          "uncertain",
          "partial",
          "false-completion",
          "deny-code-last");

  private static final String ODDITIES = ",segments=0.05,blocks=0.05,interleaved-reports=0.05";

  @TempDir Path folder;
  private EmulatedWideArea wideArea;

  @SuppressWarnings("NullAway.Init") // set before each test
  AllElementTypesFaultTest() {}

  @BeforeEach
  void start() throws IOException {
    var makes =
        List.<ElementPlugin>of(
            new CoreDirectorPlugin(new PollPolicy(2, Duration.ZERO)),
            Ons15454Plugin.sonet(),
            new CalientPlugin(new PollPolicy(2, Duration.ZERO)),
            new PolatisPlugin());
    wideArea =
        EmulatedWideArea.withoutDelays(
            TOPOLOGY, NodeElementPlugins.of(TOPOLOGY, makes), folder, LEDGER);
  }

  @AfterEach
  void stop() {
    wideArea.close();
  }

  /** Two successive circuits on the same ports. */
  private record SuccessiveCircuits(List<ConfigItem> one, List<ConfigItem> other) {
    static SuccessiveCircuits of(List<ConfigItem> one) {
      var name = one.getFirst().owner();
      var next = "TP-" + new StringBuilder(name.substring(3)).reverse();
      return new SuccessiveCircuits(
          one,
          one.stream()
              .map(item ->
                  new ConfigItem(
                      item.element(),
                      item.kind(),
                      item.key().replace(name, next),
                      next,
                      item.attributes()))
              .toList());
    }
  }

  private List<SuccessiveCircuits> pairs() {
    return List.of(
        SuccessiveCircuits.of(wideArea.items("FA", "FB", 10_000)),
        SuccessiveCircuits.of(wideArea.items("FA2", "FB3", 100)),
        SuccessiveCircuits.of(wideArea.items("G1", "G3", 300)),
        SuccessiveCircuits.of(wideArea.items("G1B", "G3B", 300)));
  }

  private void clearFaults() {
    TOPOLOGY
        .nodes()
        .forEach(node -> wideArea.at(node.tid()).faults().usePlan(RandomFaultSettings.NONE));
  }

  /** An ONS is queried so often that a fault in one per cent of commands affects every reading. */
  private void injectFaults(long seed) {
    for (var node : TOPOLOGY.nodes()) {
      var rate = node.type().startsWith("ons") ? "=0.001" : "=0.01";
      var rates = String.join(rate + ",", MISHAPS) + rate + ODDITIES;
      wideArea
          .at(node.tid())
          .faults()
          .usePlan(RandomFaultSettings.parse("seed=" + seed + "," + rates));
    }
  }

  private void applyUntilDone(List<ConfigItem> wanted, List<ConfigItem> former) {
    await()
        .pollInterval(Duration.ofMillis(1))
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> wideArea.circuits().apply(wanted, former),
            CircuitExecutor.Applied.class::isInstance);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void everyElementHoldsExactlyTheActiveCircuits(long seed) {
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    var pairs = pairs();
    var up = new ArrayList<List<ConfigItem>>();
    for (var step = 0; step < STEPS; step++) {
      injectFaults(seed * 60 + step);
      step(pairs.get(random.nextInt(pairs.size())), up, random);
      clearFaults();
      for (var items : up) {
        assertThat(wideArea.circuits().survey(items, Map.of()))
            .as("seed %s step %s", seed, step)
            .hasOnlyElementsOfType(ItemSurveyResult.Intact.class);
      }
    }
    List.copyOf(up).forEach(items -> applyUntilDone(List.of(), items));
    assertThat(wideArea.isBare()).as("seed %s", seed).isTrue();
  }

  /** Removes one, or adds the other although it is blocked, or both in turn. */
  private void step(SuccessiveCircuits pair, List<List<ConfigItem>> up, RandomGenerator random) {
    var current = up.contains(pair.one()) ? pair.one() : pair.other();
    var next = current.equals(pair.one()) ? pair.other() : pair.one();
    if (!up.contains(current)) {
      applyUntilDone(next, List.of());
      up.add(next);
      return;
    }
    assertThat(wideArea.circuits().apply(next, List.of()))
        .isInstanceOf(CircuitExecutor.NotApplied.class);
    wideArea.circuits().apply(List.of(), next);
    if (random.nextInt(3) > 0) {
      applyUntilDone(List.of(), current);
      up.remove(current);
    }
    if (random.nextInt(3) > 1 && up.remove(current)) {
      applyUntilDone(next, current); // as a new version of the same circuit
      up.add(next);
    }
  }
}
