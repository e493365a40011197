package org.touchpaper.nsap.circuit;

import org.touchpaper.nsap.registry.NodeElementTypes;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.segment.kit.AdmissionUnderTest;
import org.touchpaper.segment.kit.LedgerTestDatabase;

/** The wide area's admission with the known element types. */
public final class WideAreaAdmissionFixture {

  private WideAreaAdmissionFixture() {}

  public static AdmissionUnderTest create(Topology topology, LedgerTestDatabase ledger) {
    return new AdmissionUnderTest(
        WideAreaAdmission.create(
            topology, NodeElementTypes.of(topology), AdmissionLimits.DEFAULT, ledger.jdbc()),
        ledger);
  }
}
