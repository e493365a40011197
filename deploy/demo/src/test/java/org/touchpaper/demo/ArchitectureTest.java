package org.touchpaper.demo;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Architecture rules for all modules, which are all on this module's class path. */
class ArchitectureTest {

  private static final List<String> SERVICES =
      List.of("bar", "nsap", "lnsap", "harc.acceptor", "harc.rm");

  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("org.touchpaper");

  /** But the BAR runs the network's resource manager, which can also run apart from it. */
  @ParameterizedTest
  @ValueSource(strings = {"bar", "nsap", "lnsap", "harc.acceptor", "harc.rm"})
  void aServiceDependsOnNoOtherService(String service) {
    var others =
        SERVICES.stream()
            .filter(other -> !other.equals(service))
            .map(other -> "org.touchpaper." + other + "..")
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage("org.touchpaper." + service + "..")
        .and()
        .resideOutsideOfPackage("org.touchpaper.bar.networkrm")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others)
        .check(ALL);
    assertThat(ALL.stream().map(type -> type.getPackageName()))
        .anyMatch(name -> name.startsWith("org.touchpaper." + service));
  }

  /** Several services share one JVM. Generated bindings are exempt: they have no state. */
  @Test
  void staticFieldsAreFinal() {
    fields()
        .that()
        .areStatic()
        .and()
        .areDeclaredInClassesThat()
        .resideOutsideOfPackage("org.touchpaper.schema..")
        .should()
        .beFinal()
        .check(ALL);
  }

  /** "Resource manager" is a term of Gray and Lamport. */
  @Test
  void noClassNameEndsWithAVagueWord() {
    noClasses()
        .should()
        .haveNameMatching(".*(?<!Resource)(Manager|Util|Utils|Helper|Impl)")
        .check(ALL);
  }
}
