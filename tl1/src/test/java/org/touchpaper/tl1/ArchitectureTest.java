package org.touchpaper.tl1;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The permitted dependencies between the packages of this module. */
class ArchitectureTest {

  private static final JavaClasses TL1 =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.touchpaper.tl1");

  @Test
  void messagesDependOnNothingElse() {
    assertDependsOnlyOn(
        "org.touchpaper.tl1.message..", "java..", "org.jspecify..", "org.touchpaper.tl1.message..");
  }

  @Test
  void rowsDependOnMessagesOnly() {
    assertDependsOnlyOn(
        "org.touchpaper.tl1.row..",
        "java..",
        "org.jspecify..",
        "org.touchpaper.tl1.message..",
        "org.touchpaper.tl1.row..");
  }

  @Test
  void theCodecDependsOnMessagesOnlyAndUsesNoInputOrOutput() {
    assertDependsOnlyOn(
        "org.touchpaper.tl1.codec..",
        "java..",
        "org.jspecify..",
        "org.touchpaper.tl1.message..",
        "org.touchpaper.tl1.codec..");
    noClasses()
        .that()
        .resideInAnyPackage("org.touchpaper.tl1.message..", "org.touchpaper.tl1.codec..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.net..", "java.nio.file..", "java.time..", "java.util.concurrent..")
        .check(TL1);
  }

  @Test
  void nothingDependsOnTheCommandLine() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.touchpaper.tl1.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.touchpaper.tl1.cli..")
        .check(TL1);
  }

  private static void assertDependsOnlyOn(String packageName, String... permitted) {
    classes()
        .that()
        .resideInAPackage(packageName)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(permitted)
        .check(TL1);
  }
}
