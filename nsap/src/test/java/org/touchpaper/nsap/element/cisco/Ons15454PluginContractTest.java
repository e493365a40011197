package org.touchpaper.nsap.element.cisco;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.nsap.circuit.SignalType;
import org.touchpaper.nsap.element.ElementPluginFixture;
import org.touchpaper.segment.kit.DriverContract;
import org.touchpaper.segment.kit.ElementUnderTest;
import org.touchpaper.tl1.message.InputCommand;

/**
 * The driver contract for three separate STS-1 from an OC-192 to a port of an OC-12-4; a foreign
 * STS-3c conflicts.
 */
class Ons15454PluginContractTest extends DriverContract {

  @Override
  protected ElementUnderTest open(Path folder) throws IOException {
    return new ElementPluginFixture(
        Ons15454Plugin.sonet(),
        ElementModel.ONS_15454,
        folder,
        ElementPluginFixture.elementHop(
            "KANSAS",
            SignalType.VIRTUAL,
            144,
            ElementPluginFixture.line("STS-6", 2, 5, 9),
            ElementPluginFixture.line("STS-16-2", 1, 2, 3)),
        "LIBRARY",
        List.of(
            InputCommand.of("ED-OC192")
                .withAid("FAC-6-1")
                .withBlock("")
                .withBlock("")
                .withBlock("IS"),
            InputCommand.of("ED-OC192")
                .withAid("FAC-13-1")
                .withBlock("")
                .withBlock("")
                .withBlock("IS"),
            InputCommand.of("ENT-CRS-STS3C")
                .withAid("STS-6-7,STS-13-7")
                .withBlock("2WAY")
                .withBlock("CKTID=\"LIBRARY\"")));
  }
}
