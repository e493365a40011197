package org.touchpaper.lnsap.element;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.touchpaper.segment.kit.DriverContract;
import org.touchpaper.segment.kit.ElementUnderTest;

/**
 * The driver contract for a circuit through a 7600, tagged at the border and untagged at the host.
 */
class Ios7600ContractTest extends DriverContract {

  @Override
  protected ElementUnderTest open(Path folder) throws IOException {
    return new EdgeFixture(
        folder,
        EdgeFixture.items(false, EdgeFixture.BY_PORT),
        List.of("vlan 100", "name library"),
        "library");
  }
}
