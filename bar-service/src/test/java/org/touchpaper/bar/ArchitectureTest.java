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
import org.touchpaper.bar.aggregator.ReservationChanged;

/** The permitted dependencies between the broker's packages. */
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

  /** But the BAR runs the network's resource manager, which can also run apart from it. */
  @Test
  void aServiceDependsOnNoOtherService() {
    noClasses()
        .that()
        .resideOutsideOfPackage(BAR + "networkrm..")
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
  void theReservationModelDependsOnNoServiceOrInterface() {
    noClasses()
        .that()
        .resideInAnyPackage(BAR + "reservation..", BAR + "directory..", BAR + "history..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            BAR + "aggregator..",
            BAR + "coallocation..",
            BAR + "api..",
            BAR + "web..",
            BAR + "soap..",
            BAR + "loadlimit..",
            "jakarta.servlet..",
            "org.springframework.web..")
        .check(BROKER);
  }

  /**
   * The acceptors decide, and the network resource manager reserves segments. A co-allocation uses
   * only the aggregator's change event.
   */
  @Test
  void coAllocationAndAggregatorAreIndependent() {
    noClasses()
        .that()
        .resideInAPackage(BAR + "coallocation..")
        .should()
        .dependOnClassesThat(
            resideInAPackage(BAR + "aggregator..").and(not(type(ReservationChanged.class))))
        .check(BROKER);
    noClasses()
        .that()
        .resideInAPackage(BAR + "aggregator..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(BAR + "coallocation..")
        .check(BROKER);
  }

  @Test
  void noServiceDependsOnAnInterface() {
    noClasses()
        .that()
        .resideInAnyPackage(BAR + "coallocation..", BAR + "aggregator..", BAR + "loadlimit..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(BAR + "api..", BAR + "web..", BAR + "soap..")
        .check(BROKER);
  }

  /** Interfaces change rows only through services. */
  @Test
  void interfacesDoNotAccessTheDatabase() {
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
  void onlyTheAgreementAndItsAdministrationUseTheHarcClient() {
    classes()
        .that()
        .resideInAPackage("org.touchpaper.bar..")
        .and()
        .resideOutsideOfPackages(
            BAR + "coallocation..", BAR + "networkrm..", BAR + "administration..")
        .and()
        .doNotHaveFullyQualifiedName(BAR + "HarcClientConfiguration")
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

  /** Later work is a row with a due time (DESIGN decision 6). */
  @Test
  void noThreadSleeps() {
    noClasses()
        .should()
        .callMethodWhere(target(nameMatching("sleep")).and(target(owner(type(Thread.class)))))
        .check(BROKER);
  }
}
