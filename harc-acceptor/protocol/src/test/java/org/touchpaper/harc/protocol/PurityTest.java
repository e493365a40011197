package org.touchpaper.harc.protocol;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PurityTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.touchpaper.harc.protocol");

  private static final Class<?>[] IN_MEMORY = {
    ByteArrayInputStream.class,
    ByteArrayOutputStream.class,
    DataInputStream.class,
    DataOutputStream.class,
    InputStream.class,
    OutputStream.class,
    IOException.class,
    UncheckedIOException.class
  };

  @Test
  void dependsOnlyOnTheJdkAndJSpecify() {
    classes()
        .that()
        .resideInAPackage("org.touchpaper.harc.protocol..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "org.jspecify..", "org.touchpaper.harc.protocol..")
        .check(CLASSES);
  }

  @Test
  void opensNoFilesOrSocketsAndStartsNoThreads() {
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                    "java.io..", "java.net..", "java.nio.file..", "java.util.concurrent..")
                .and(not(belongToAnyOf(IN_MEMORY))))
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
