package org.touchpaper.harc.proof;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PurityTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.touchpaper.harc.proof");

  @Test
  void dependsOnTheJdkJSpecifyAndCommitAlone() {
    classes()
        .that()
        .resideInAPackage("org.touchpaper.harc.proof")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..", "org.jspecify..", "org.touchpaper.harc.commit", "org.touchpaper.harc.proof")
        .check(CLASSES);
  }

  @Test
  void opensNothingAndStartsNothing() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.io..", "java.net..", "java.nio.file..", "java.util.concurrent..")
        .check(CLASSES);
  }

  @Test
  void readsNoClock() {
    noClasses().should().callMethod(Instant.class, "now").check(CLASSES);
    noClasses().should().callMethod(System.class, "nanoTime").check(CLASSES);
    noClasses().should().callMethod(System.class, "currentTimeMillis").check(CLASSES);
    noClasses().should().dependOnClassesThat().areAssignableTo(Clock.class).check(CLASSES);
  }
}
