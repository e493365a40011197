package org.touchpaper.nsap.circuit;

import org.touchpaper.nsap.element.Makes;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.segment.kit.AdmissionUnderTest;
import org.touchpaper.segment.kit.LedgerTables;

/** The admission of a wide area, as its makes of elements carry circuits. */
public final class WideAreaUnderTest {

  private WideAreaUnderTest() {}

  public static AdmissionUnderTest on(Topology topology, LedgerTables ledger) {
    return new AdmissionUnderTest(
        WideAreaAdmission.on(topology, Makes.of(topology), AdmissionLimits.USUAL, ledger.jdbc()),
        ledger);
  }
}
