package org.touchpaper.nsap.element.ciena;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.nsap.element.MakeUnderTest;
import org.touchpaper.segment.kit.DriverContract;
import org.touchpaper.segment.kit.ElementUnderTest;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.message.InputCommand;

/** A circuit of 300 Mbit/s that enters a CoreDirector as a VLAN and leaves it in seven STS-1. */
class CoreDirectorContractTest extends DriverContract {

  @Override
  protected ElementUnderTest open(Path folder) throws IOException {
    return new MakeUnderTest(
        new CoreDirector(),
        Dialect.CORE_DIRECTOR,
        folder,
        MakeUnderTest.crossing(
            "METRO-UCL",
            Signal.VIRTUAL,
            300,
            MakeUnderTest.port("1-A-9-1-1"),
            MakeUnderTest.line("1-A-1-1", 1, 2, 3, 4, 5, 6, 9)),
        "theirs",
        List.of(InputCommand.of("ENT-GTP").at("theirs").block("LBL=theirs", "CTP=1-A-1-1-CTP-9")));
  }
}
