package org.touchpaper.imd;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The permitted dependencies between the packages of this module. */
class ArchitectureTest {

  private static final JavaClasses IMD =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.touchpaper.imd");

  @Test
  void messagesAndStatisticsDependOnNothingElse() {
    assertDependsOnlyOn(
        "org.touchpaper.imd.message..", "java..", "org.jspecify..", "org.touchpaper.imd.message..");
    assertDependsOnlyOn(
        "org.touchpaper.imd.statistics..",
        "java..",
        "org.jspecify..",
        "org.touchpaper.imd.statistics..");
  }

  @Test
  void messagesStatisticsAndTheRelaysDecisionsUseNoInputOrOutput() {
    noClasses()
        .that()
        .resideInAnyPackage("org.touchpaper.imd.message..", "org.touchpaper.imd.statistics..")
        .or()
        .haveSimpleNameStartingWith("RelayState")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.io..", "java.net..", "java.time..", "java.util.concurrent..")
        .check(IMD);
  }

  @Test
  void viewersAndRelaysKnowNotOfEachOther() {
    assertDependsOnlyOn(
        "org.touchpaper.imd.viewer..",
        "java..",
        "org.jspecify..",
        "org.touchpaper.imd.message..",
        "org.touchpaper.imd.connection..",
        "org.touchpaper.imd.viewer..");
    assertDependsOnlyOn(
        "org.touchpaper.imd.relay..",
        "java..",
        "org.jspecify..",
        "org.touchpaper.imd.message..",
        "org.touchpaper.imd.statistics..",
        "org.touchpaper.imd.connection..",
        "org.touchpaper.imd.relay..");
  }

  @Test
  void nothingDependsOnTheCommandLine() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.touchpaper.imd.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.touchpaper.imd.cli..")
        .check(IMD);
  }

  private static void assertDependsOnlyOn(String packageName, String... permitted) {
    classes()
        .that()
        .resideInAPackage(packageName)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(permitted)
        .check(IMD);
  }
}
