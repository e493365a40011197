package org.touchpaper.pathcheck;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The permitted dependencies between the packages of this module. */
class ArchitectureTest {

  private static final JavaClasses PATH_CHECK =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.touchpaper.pathcheck");

  @Test
  void packetsAndStatisticsArePure() {
    for (var name : new String[] {"stamp", "statistics"}) {
      assertDependsOnlyOn(
          name,
          "java.lang..",
          "java.nio",
          "java.time..",
          "java.util",
          "java.util.function",
          "java.util.stream",
          "org.jspecify..",
          "org.touchpaper.pathcheck." + name);
    }
  }

  @Test
  void senderAndReflectorNeedTheJdkOnly() {
    assertDependsOnlyOn(
        "udp",
        "java..",
        "org.jspecify..",
        "org.touchpaper.pathcheck.stamp",
        "org.touchpaper.pathcheck.statistics",
        "org.touchpaper.pathcheck.udp");
  }

  private static void assertDependsOnlyOn(String name, String... permitted) {
    classes()
        .that()
        .resideInAPackage("org.touchpaper.pathcheck." + name)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(permitted)
        .check(PATH_CHECK);
  }
}
