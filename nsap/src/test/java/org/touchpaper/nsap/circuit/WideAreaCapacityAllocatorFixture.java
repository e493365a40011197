package org.touchpaper.nsap.circuit;

import org.touchpaper.nsap.registry.NodeElementPlugins;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.segment.kit.AdmissionUnderTest;
import org.touchpaper.segment.kit.LedgerTestDatabase;

/** The wide area's admission with the known element types. */
public final class WideAreaCapacityAllocatorFixture {

  private WideAreaCapacityAllocatorFixture() {}

  public static AdmissionUnderTest create(Topology topology, LedgerTestDatabase ledger) {
    return new AdmissionUnderTest(
        WideAreaCapacityAllocator.create(
            topology,
            NodeElementPlugins.of(topology),
            WideAreaAllocatorSettings.DEFAULT,
            ledger.jdbc()),
        ledger);
  }
}
