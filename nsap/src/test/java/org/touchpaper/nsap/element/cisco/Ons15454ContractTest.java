package org.touchpaper.nsap.element.cisco;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.nsap.element.MakeUnderTest;
import org.touchpaper.segment.kit.DriverContract;
import org.touchpaper.segment.kit.ElementUnderTest;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.message.InputCommand;

/**
 * Three STS-1 that lie apart, from an OC-192 to a port of an OC-12-4; a foreign STS-3c is in the
 * way.
 */
class Ons15454ContractTest extends DriverContract {

  @Override
  protected ElementUnderTest open(Path folder) throws IOException {
    return new MakeUnderTest(
        Ons15454.sonet(),
        Dialect.ONS_15454,
        folder,
        MakeUnderTest.crossing(
            "KANSAS",
            Signal.VIRTUAL,
            144,
            MakeUnderTest.line("STS-6", 2, 5, 9),
            MakeUnderTest.line("STS-16-2", 1, 2, 3)),
        "LIBRARY",
        List.of(
            InputCommand.of("ED-OC192").at("FAC-6-1").block("").block("").block("IS"),
            InputCommand.of("ED-OC192").at("FAC-13-1").block("").block("").block("IS"),
            InputCommand.of("ENT-CRS-STS3C")
                .at("STS-6-7,STS-13-7")
                .block("2WAY")
                .block("CKTID=\"LIBRARY\"")));
  }
}
