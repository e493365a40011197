package org.touchpaper.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What only emulates, simulates or measures is on no service's class path. */
class ServiceClassPathTest {

  private static final Set<String> NOT_FOR_SERVICES =
      Set.of("element-emulator", "harc-verification", "demo", "bench", "lab");

  private static final Pattern ARTIFACT =
      Pattern.compile("</parent>.*?<artifactId>([\\w-]+)</artifactId>", Pattern.DOTALL);
  private static final Pattern DEPENDENCY =
      Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);
  private static final Pattern OWN =
      Pattern.compile("<groupId>org\\.touchpaper</groupId>\\s*<artifactId>([\\w-]+)</artifactId>");

  @ParameterizedTest
  @ValueSource(strings = {"bar-service", "nsap", "lnsap", "harc-acceptor", "harc-rm", "hlm-client"})
  void aServiceShipsNoEmulatorAndNoVerification(String service) {
    var classPath = classPath(service);
    assertThat(classPath).hasSizeGreaterThan(1).doesNotContainAnyElementsOf(NOT_FOR_SERVICES);
  }

  private static Set<String> classPath(String service) {
    var dependencies = dependencies();
    var classPath = new TreeSet<>(Set.of(service));
    var pending = new ArrayDeque<>(classPath);
    while (!pending.isEmpty()) {
      for (var next : dependencies.getOrDefault(pending.remove(), Set.of())) {
        if (classPath.add(next)) {
          pending.add(next);
        }
      }
    }
    return classPath;
  }

  /** The modules that each module has on its class path when it runs. */
  private static Map<String, Set<String>> dependencies() {
    var dependencies = new TreeMap<String, Set<String>>();
    for (var pom : SourceTree.poms()) {
      var text = SourceTree.read(pom);
      var artifact = ARTIFACT.matcher(text);
      if (!artifact.find() || text.contains("<modules>")) {
        continue;
      }
      var targets = dependencies.computeIfAbsent(artifact.group(1), _ -> new TreeSet<>());
      for (var dependency = DEPENDENCY.matcher(text); dependency.find(); ) {
        var own = OWN.matcher(dependency.group(1));
        if (own.find() && !dependency.group(1).contains("<scope>test</scope>")) {
          targets.add(own.group(1));
        }
      }
    }
    return dependencies;
  }
}
