package org.touchpaper.lab;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  @Test
  void resultsAndPacketSchedulesUseNoInputOrOutput() {
    noClasses()
        .that()
        .resideInAPackage("org.touchpaper.lab.result..")
        .or()
        .haveSimpleName("PacketDepartureCalculator")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.io..", "java.net..", "java.nio..", "java.util.concurrent..")
        .check(
            new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("org.touchpaper.lab"));
  }
}
