package org.touchpaper.platform;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  private final JavaClasses platform =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.touchpaper.platform");

  @Test
  void onlyTheSoapPackageUsesAxis2() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..soap..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.axis2..", "org.apache.axiom..")
        .check(platform);
  }

  @Test
  void onlyThePostgresPackageUnpacksArchives() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..postgres..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.commons.compress..", "org.tukaani..")
        .check(platform);
  }

  @Test
  void staticFieldsAreImmutableBecauseServicesShareAJvm() {
    fields().that().areStatic().should().beFinal().check(platform);
  }
}
