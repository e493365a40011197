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

/** What holds for all modules together; here every one of them is on the class path. */
class ArchitectureTest {

  private static final List<String> SERVICES =
      List.of("bar", "nsap", "lnsap", "harc.acceptor", "harc.rm");

  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.touchpaper");

  @ParameterizedTest
  @ValueSource(strings = {"bar", "nsap", "lnsap", "harc.acceptor", "harc.rm"})
  void aServiceDependsOnLibrariesAlone(String service) {
    var others =
        SERVICES.stream()
            .filter(other -> !other.equals(service))
            .map(other -> "org.touchpaper." + other + "..")
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage("org.touchpaper." + service + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others)
        .check(ALL);
    assertThat(ALL.stream().map(type -> type.getPackageName()))
        .anyMatch(name -> name.startsWith("org.touchpaper." + service));
  }

  /** The bindings are generated, and keep nothing. */
  @Test
  void nothingStaticChangesSoThatManyServicesFitInOneJvm() {
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

  /** ResourceManager is Gray and Lamport's word. */
  @Test
  void namesAreTheFieldsOwn() {
    noClasses()
        .should()
        .haveNameMatching(".*(?<!Resource)(Manager|Util|Utils|Helper|Impl)")
        .check(ALL);
  }
}
