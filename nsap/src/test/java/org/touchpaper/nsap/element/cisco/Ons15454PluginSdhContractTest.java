package org.touchpaper.nsap.element.cisco;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.nsap.circuit.SignalType;
import org.touchpaper.nsap.element.ElementPluginFixture;
import org.touchpaper.segment.kit.DriverContract;
import org.touchpaper.segment.kit.ElementUnderTest;
import org.touchpaper.tl1.message.InputCommand;

/** The driver contract for a Gigabit Ethernet port in eight adjacent VC-4. */
class Ons15454PluginSdhContractTest extends DriverContract {

  @Override
  protected ElementUnderTest open(Path folder) throws IOException {
    return new ElementPluginFixture(
        Ons15454Plugin.sdh(),
        ElementModel.ONS_15454_SDH,
        folder,
        ElementPluginFixture.elementHop(
            "GENEVA",
            SignalType.CONTIGUOUS,
            1000,
            ElementPluginFixture.port("FAC-1-2"),
            ElementPluginFixture.line(
                "VC4-6-1", IntStream.rangeClosed(25, 48).boxed().toArray(Integer[]::new))),
        "LIBRARY",
        List.of(
            InputCommand.of("ED-STM64")
                .withAid("FAC-6-1")
                .withBlock("")
                .withBlock("")
                .withBlock("IS"),
            InputCommand.of("ED-STM64")
                .withAid("FAC-13-1")
                .withBlock("")
                .withBlock("")
                .withBlock("IS"),
            InputCommand.of("ENT-CRS-VC4")
                .withAid("VC4-13-1-1,VC4-6-1-16")
                .withBlock("2WAY")
                .withBlock("CKTID=\"LIBRARY\"")));
  }
}
