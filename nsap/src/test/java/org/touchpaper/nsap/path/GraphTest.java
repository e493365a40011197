package org.touchpaper.nsap.path;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GraphTest {

  /** Parses one link per line: id, two nodes, microseconds. */
  private static Graph graph(String drawing) {
    return new Graph(
        drawing
            .lines()
            .map(line -> line.trim().split(" +"))
            .map(word -> new Edge(word[0], word[1], word[2], Long.parseLong(word[3])))
            .toList());
  }

  private static String show(List<Path> paths) {
    return paths.stream()
        .map(path -> String.join(" ", path.nodes()) + ": " + path.latencyMicros())
        .collect(Collectors.joining("\n"));
  }

  private static final String UKLIGHT =
      """
      lr LONDON READING 1000
      rw READING WARRINGTON 2200
      wl WARRINGTON LEEDS 1500
      le LEEDS LONDON 3000
      """;

  @Test
  void prefersLessLatencyAmongEqualHops() {
    assertThat(show(graph(UKLIGHT).paths("LONDON", "WARRINGTON", 9)))
        .isEqualTo(
            """
            LONDON READING WARRINGTON: 3200
            LONDON LEEDS WARRINGTON: 4500\
            """);
  }

  @Test
  void prefersFewerHopsToLessLatency() {
    assertThat(show(graph(UKLIGHT).paths("LONDON", "LEEDS", 9)))
        .isEqualTo(
            """
            LONDON LEEDS: 3000
            LONDON READING WARRINGTON LEEDS: 4700\
            """);
  }

  @Test
  void prefersTheLowerLinkIdAmongEquals() {
    var parallel = graph("b A Z 5\na A Z 5");

    assertThat(parallel.paths("A", "Z", 9).stream().map(Path::linkIds))
        .containsExactly(List.of("a"), List.of("b"));
  }

  @Test
  void staysWithinTheLimit() {
    assertThat(graph(UKLIGHT).paths("LONDON", "LEEDS", 1)).hasSize(1);
    assertThat(graph(UKLIGHT).paths("LONDON", "LEEDS", 0)).isEmpty();
  }

  @Test
  void findsNoPathBetweenDisconnectedNodes() {
    assertThat(graph("a A B 1\nb C D 1").paths("A", "D", 9)).isEmpty();
    assertThat(graph("a A B 1").paths("A", "NOWHERE", 9)).isEmpty();
  }

  static LongStream seeds() {
    return LongStream.range(0, 60).map(i -> 20261201 + 31 * i);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void findsEveryLooplessPathInOrder(long seed) {
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    var edges = randomEdges(random);
    var allPaths = new ArrayList<Path>();
    walk(edges, Path.startingAt("0"), allPaths);
    allPaths.sort(Path.SHORTEST_FIRST);

    assertThat(new Graph(edges).paths("0", "5", Integer.MAX_VALUE))
        .as("seed %d", seed)
        .isEqualTo(allPaths);
    assertThat(new Graph(edges).paths("0", "5", 3))
        .as("seed %d, the first three", seed)
        .isEqualTo(allPaths.subList(0, Math.min(3, allPaths.size())));
  }

  private static List<Edge> randomEdges(RandomGenerator random) {
    var edges = new ArrayList<Edge>();
    for (var i = 0; i < 10; i++) {
      var a = random.nextInt(6);
      var z = (a + random.nextInt(1, 6)) % 6;
      edges.add(new Edge("l" + i, "" + a, "" + z, random.nextInt(4)));
    }
    return edges;
  }

  private static void walk(List<Edge> edges, Path path, List<Path> allPaths) {
    if (path.lastNode().equals("5")) {
      allPaths.add(path);
      return;
    }
    for (var edge : edges) {
      var leaves = edge.a().equals(path.lastNode()) || edge.z().equals(path.lastNode());
      if (leaves && !path.nodes().contains(edge.otherEnd(path.lastNode()))) {
        walk(edges, path.append(edge), allPaths);
      }
    }
  }

  @Test
  void dependsOnNothingButTheJdk() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("org.touchpaper.nsap.path", "java..", "org.jspecify..")
        .check(
            new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("org.touchpaper.nsap.path"));
  }
}
