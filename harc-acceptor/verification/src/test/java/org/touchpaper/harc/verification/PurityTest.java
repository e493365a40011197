package org.touchpaper.harc.verification;

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
          .importPackages("org.touchpaper.harc.verification");

  @Test
  void dependsOnlyOnTheJdkJSpecifyAndTheProtocol() {
    classes()
        .that()
        .resideInAPackage("org.touchpaper.harc.verification..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "org.jspecify..",
            "org.touchpaper.harc.protocol..",
            "org.touchpaper.harc.verification..")
        .check(CLASSES);
  }

  @Test
  void opensNoFilesOrSocketsAndStartsNoThreads() {
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
