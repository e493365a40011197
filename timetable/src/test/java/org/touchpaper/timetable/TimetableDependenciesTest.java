package org.touchpaper.timetable;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class TimetableDependenciesTest {

  @Test
  void dependsOnNothingButTheJdk() {
    var timetable =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.touchpaper.timetable");

    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("org.touchpaper.timetable", "java..", "org.jspecify..")
        .check(timetable);
  }
}
