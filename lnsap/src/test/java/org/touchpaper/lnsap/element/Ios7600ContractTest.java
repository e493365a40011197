package org.touchpaper.lnsap.element;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.touchpaper.segment.kit.DriverContract;
import org.touchpaper.segment.kit.ElementUnderTest;

/** A circuit through a 7600, tagged at the border and untagged at the host. */
class Ios7600ContractTest extends DriverContract {

  @Override
  protected ElementUnderTest open(Path folder) throws IOException {
    return new EdgeUnderTest(
        folder,
        EdgeUnderTest.items(false, EdgeUnderTest.BY_PORT),
        List.of("vlan 100", "name library"),
        "library");
  }
}
