package org.touchpaper.segment.connection;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ConnectionDependenciesTest {

  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.touchpaper.segment");

  @Test
  void connectionsDependOnTheJdkOnly() {
    classes()
        .that()
        .resideInAPackage("..segment.connection..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "org.jspecify..", "org.touchpaper.segment.connection..")
        .check(classes);
  }

  @Test
  void elementsDependOnNoDatabaseServiceOrVendor() {
    classes()
        .that()
        .resideInAPackage("..segment.element")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..", "org.jspecify..", "org.slf4j..", "org.touchpaper.segment.element")
        .check(classes);
  }

  @Test
  void onlyTheSoapPackageDependsOnAxisAndBindings() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..segment.soap")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.axis2..", "org.touchpaper.schema..", "jakarta.xml.bind..")
        .check(classes);
  }
}
