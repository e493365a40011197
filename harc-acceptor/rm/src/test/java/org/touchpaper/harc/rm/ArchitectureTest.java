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
  void theSchedulerInterfaceIsPure() {
    classes()
        .that()
        .resideInAPackage("..rm.scheduler")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "org.jspecify..",
            "org.touchpaper.harc.client.model",
            "org.touchpaper.harc.rm.scheduler",
            "org.touchpaper.segment.connection")
        .check(CLASSES);
  }

  @Test
  void votingDependsOnNoBackendAndNoTransport() {
    noClasses()
        .that()
        .resideInAPackage("..rm.voting..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "..rm.backend.calendar..",
            "..rm.backend.slurm..",
            "..rm.backend.network..",
            "..rm.backend.units..",
            "..rm.transport..",
            "..harc.client..")
        .check(CLASSES);
  }

  @Test
  void backendsDependNeitherOnEachOtherNorOnPaxos() {
    noClasses()
        .that()
        .resideInAPackage("..rm.backend.calendar..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "..rm.backend.slurm..",
            "..rm.backend.network..",
            "..rm.voting..",
            "..rm.transport..",
            "..harc.protocol..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage("..rm.backend.slurm..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "..rm.backend.calendar..",
            "..rm.backend.network..",
            "..rm.voting..",
            "..rm.transport..",
            "..harc.protocol..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage("..rm.backend.network..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "..rm.backend.calendar..",
            "..rm.backend.slurm..",
            "..rm.voting..",
            "..rm.transport..",
            "..harc.protocol..",
            "..segment.soap..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage("..rm.backend.units..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "..rm.backend.calendar..",
            "..rm.backend.slurm..",
            "..rm.backend.network..",
            "..rm.voting..",
            "..rm.transport..",
            "..harc.protocol..")
        .check(CLASSES);
  }
}
