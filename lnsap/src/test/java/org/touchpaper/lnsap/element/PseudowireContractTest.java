package org.touchpaper.lnsap.element;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.touchpaper.segment.kit.DriverContract;
import org.touchpaper.segment.kit.ElementUnderTest;

/**
 * The driver contract for a circuit through a 7600, tagged at the host, that leaves by a
 * pseudowire.
 */
class PseudowireContractTest extends DriverContract {

  /** A foreign pseudowire to the same edge has the same VC id. */
  @Override
  protected ElementUnderTest open(Path folder) throws IOException {
    return new EdgeFixture(
        folder,
        EdgeFixture.items(true, EdgeFixture.BY_PSEUDOWIRE),
        List.of(
            "vlan 900",
            "name library",
            "interface Vlan900",
            "xconnect 192.0.2.9 5100 encapsulation mpls"),
        "Vl900");
  }
}
