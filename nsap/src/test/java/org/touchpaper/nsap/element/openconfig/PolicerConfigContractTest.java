package org.touchpaper.nsap.element.openconfig;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.touchpaper.segment.kit.DriverContract;
import org.touchpaper.segment.kit.ElementUnderTest;

/** The driver contract on a real server with OpenConfig's QoS. */
@Tag("netconf")
class PolicerConfigContractTest extends DriverContract {

  @Override
  protected ElementUnderTest open(Path folder) throws IOException {
    return new OpenConfigFixture(OpenConfigPlugin.policing(), folder, "candidate");
  }
}
