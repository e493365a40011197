package org.touchpaper.nsap.element.cisco;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.nsap.element.MakeUnderTest;
import org.touchpaper.segment.kit.DriverContract;
import org.touchpaper.segment.kit.ElementUnderTest;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.message.InputCommand;

/** A Gigabit Ethernet port into eight VC-4 in a row. */
class Ons15454SdhContractTest extends DriverContract {

  @Override
  protected ElementUnderTest open(Path folder) throws IOException {
    return new MakeUnderTest(
        Ons15454.sdh(),
        Dialect.ONS_15454_SDH,
        folder,
        MakeUnderTest.crossing(
            "GENEVA",
            Signal.CONTIGUOUS,
            1000,
            MakeUnderTest.port("FAC-1-2"),
            MakeUnderTest.line(
                "VC4-6-1", IntStream.rangeClosed(25, 48).boxed().toArray(Integer[]::new))),
        "LIBRARY",
        List.of(
            InputCommand.of("ED-STM64").at("FAC-6-1").block("").block("").block("IS"),
            InputCommand.of("ED-STM64").at("FAC-13-1").block("").block("").block("IS"),
            InputCommand.of("ENT-CRS-VC4")
                .at("VC4-13-1-1,VC4-6-1-16")
                .block("2WAY")
                .block("CKTID=\"LIBRARY\"")));
  }
}
