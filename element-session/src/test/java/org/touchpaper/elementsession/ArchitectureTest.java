package org.touchpaper.elementsession;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The permitted dependencies between this module's packages. */
class ArchitectureTest {

  private static final JavaClasses SESSIONS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.touchpaper.elementsession");

  @Test
  void transportsDependOnNeitherSessionsNorConnections() {
    isUsedOnlyBy(
        "org.touchpaper.elementsession.connection..",
        "org.touchpaper.elementsession.connection..",
        "org.touchpaper.elementsession",
        "org.touchpaper.elementsession.netconf");
  }

  @Test
  void transcriptsDoNotDependOnSessions() {
    isUsedOnlyBy(
        "org.touchpaper.elementsession",
        "org.touchpaper.elementsession",
        "org.touchpaper.elementsession.netconf");
  }

  private static void isUsedOnlyBy(String used, String... users) {
    classes()
        .that()
        .resideInAPackage(used)
        .should()
        .onlyBeAccessed()
        .byAnyPackage(users)
        .check(SESSIONS);
  }
}
