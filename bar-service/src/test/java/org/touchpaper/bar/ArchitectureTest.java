package org.touchpaper.bar;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.coordination.ReservationChanged;

/** Who may know whom in the broker. */
class ArchitectureTest {

  private static final String BAR = "org.touchpaper.bar.";

  private static final JavaClasses BROKER =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .importPackages("org.touchpaper.bar");

  @Test
  void packagesHaveNoCycles() {
    slices().matching(BAR + "(*)..").should().beFreeOfCycles().check(BROKER);
  }

  @Test
  void aServiceKnowsNoOtherService() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.touchpaper.nsap..",
            "org.touchpaper.lnsap..",
            "org.touchpaper.harc.acceptor..",
            "org.touchpaper.harc.rm..",
            "org.touchpaper.hlm..")
        .check(BROKER);
  }

  @Test
  void whatABookingIsKnowsNobodyWhoServesIt() {
    noClasses()
        .that()
        .resideInAnyPackage(BAR + "reservation..", BAR + "directory..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            BAR + "coordination..",
            BAR + "coallocation..",
            BAR + "api..",
            BAR + "web..",
            BAR + "soap..",
            BAR + "admission..",
            "jakarta.servlet..",
            "org.springframework.web..")
        .check(BROKER);
  }

  /**
   * The acceptors decide, and segments are asked by the broker's network resource manager: of
   * coordination a co-allocation hears only that something changed.
   */
  @Test
  void coAllocationAndCoordinationDoNotKnowEachOther() {
    noClasses()
        .that()
        .resideInAPackage(BAR + "coallocation..")
        .should()
        .dependOnClassesThat(
            resideInAPackage(BAR + "coordination..").and(not(type(ReservationChanged.class))))
        .check(BROKER);
    noClasses()
        .that()
        .resideInAPackage(BAR + "coordination..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(BAR + "coallocation..")
        .check(BROKER);
  }

  @Test
  void nobodyKnowsTheDoors() {
    noClasses()
        .that()
        .resideInAnyPackage(BAR + "coallocation..", BAR + "coordination..", BAR + "admission..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(BAR + "api..", BAR + "web..", BAR + "soap..")
        .check(BROKER);
  }

  /** Rows are changed by verbs inside; the doors ask for what they need. */
  @Test
  void doorsReadNoRows() {
    noClasses()
        .that()
        .resideInAnyPackage(BAR + "api..", BAR + "web..", BAR + "soap..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "jakarta.persistence..",
            "org.hibernate..",
            "org.springframework.data..",
            "org.springframework.jdbc..",
            "java.sql..")
        .check(BROKER);
  }

  @Test
  void onlyCoAllocationSpeaksWithHarc() {
    classes()
        .that()
        .resideInAPackage("org.touchpaper.bar..")
        .and()
        .resideOutsideOfPackage(BAR + "coallocation..")
        .and()
        .doNotHaveFullyQualifiedName(BAR + "BarConfiguration")
        .should()
        .onlyDependOnClassesThat()
        .resideOutsideOfPackage("org.touchpaper.harc.client..")
        .check(BROKER);
  }

  @Test
  void axisStaysInThePlatformAndXmlInSoap() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.axis2..", "org.apache.axiom..")
        .check(BROKER);
    noClasses()
        .that()
        .resideOutsideOfPackage(BAR + "soap..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.touchpaper.schema..", "jakarta.xml..")
        .check(BROKER);
  }

  /** What must happen later is a row; what somebody else does is waited for (DESIGN decision 6). */
  @Test
  void nobodySleeps() {
    noClasses()
        .should()
        .callMethodWhere(target(nameMatching("sleep")).and(target(owner(type(Thread.class)))))
        .check(BROKER);
  }
}
