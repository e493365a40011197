package org.touchpaper.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Packages are small, and their dependencies have no cycle. */
class PackageStructureTest {

  private static final int MAX_TYPES = 22;
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?(org\\.touchpaper\\.[a-z0-9.]+)\\.[A-Z]");

  @Test
  void noPackageHasMoreThan22Types() {
    var sizes =
        SourceTree.mainCode().stream()
            .collect(
                Collectors.groupingBy(
                    SourceTree.JavaFile::packageName, TreeMap::new, Collectors.counting()));
    sizes.values().removeIf(size -> size <= MAX_TYPES);
    assertThat(sizes).as("packages with more than %s types", MAX_TYPES).isEmpty();
  }

  @Test
  void dependenciesBetweenPackagesHaveNoCycle() {
    var dependencies = dependencies();
    assertThat(dependencies).hasSizeGreaterThan(50);
    var cyclic = new ArrayList<List<String>>();
    for (var from : dependencies.keySet()) {
      for (var to : dependencies.get(from)) {
        if (reachable(to, dependencies).contains(from)) {
          cyclic.add(List.of(from, to));
        }
      }
    }
    assertThat(cyclic).as("dependencies that are part of a cycle").isEmpty();
  }

  private static Map<String, Set<String>> dependencies() {
    var dependencies = new TreeMap<String, Set<String>>();
    for (var file : SourceTree.mainCode()) {
      var targets = dependencies.computeIfAbsent(file.packageName(), _ -> new TreeSet<>());
      for (var match = IMPORT.matcher(file.code()); match.find(); ) {
        targets.add(match.group(1));
      }
      targets.remove(file.packageName());
    }
    return dependencies;
  }

  private static Set<String> reachable(String start, Map<String, Set<String>> dependencies) {
    var reached = new TreeSet<>(Set.of(start));
    var pending = new ArrayDeque<>(reached);
    while (!pending.isEmpty()) {
      for (var next : dependencies.getOrDefault(pending.remove(), Set.of())) {
        if (reached.add(next)) {
          pending.add(next);
        }
      }
    }
    return reached;
  }
}
