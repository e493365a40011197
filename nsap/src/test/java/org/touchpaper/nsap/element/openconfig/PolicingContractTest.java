package org.touchpaper.nsap.element.openconfig;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.touchpaper.segment.kit.DriverContract;
import org.touchpaper.segment.kit.ElementUnderTest;

/** The driver on a real server that keeps OpenConfig's QoS too. */
@Tag("netconf")
class PolicingContractTest extends DriverContract {

  @Override
  protected ElementUnderTest open(Path folder) throws IOException {
    return new Router(OpenConfig.policing(), folder, "candidate");
  }
}
