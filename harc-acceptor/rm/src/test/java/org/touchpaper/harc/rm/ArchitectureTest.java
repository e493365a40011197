package org.touchpaper.harc.rm;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.touchpaper.harc.rm");

  @Test
  void theSeamToLocalSchedulersIsPure() {
    classes()
        .that()
        .resideInAPackage("..rm.local")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "org.jspecify..",
            "org.touchpaper.harc.rm.local",
            "org.touchpaper.segment.connection")
        .check(CLASSES);
  }

  @Test
  void whatVotesKnowsNoKindOfSchedulerAndNoWire() {
    noClasses()
        .that()
        .resideInAPackage("..rm.vote")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "..rm.calendar",
            "..rm.slurm",
            "..rm.network",
            "..rm.generic",
            "..rm.wire",
            "..harc.client..")
        .check(CLASSES);
  }

  @Test
  void theKindsOfSchedulerKnowNeitherEachOtherNorPaxos() {
    noClasses()
        .that()
        .resideInAPackage("..rm.calendar")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "..rm.slurm", "..rm.network", "..rm.vote", "..rm.wire", "..harc.commit..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage("..rm.slurm")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "..rm.calendar", "..rm.network", "..rm.vote", "..rm.wire", "..harc.commit..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage("..rm.network")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "..rm.calendar",
            "..rm.slurm",
            "..rm.vote",
            "..rm.wire",
            "..harc.commit..",
            "..segment.soap..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage("..rm.generic")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "..rm.calendar",
            "..rm.slurm",
            "..rm.network",
            "..rm.vote",
            "..rm.wire",
            "..harc.commit..")
        .check(CLASSES);
  }
}
