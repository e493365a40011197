package org.touchpaper.nsap.element.polatis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.nsap.element.MakeUnderTest;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.kit.DriverContract;
import org.touchpaper.segment.kit.ElementUnderTest;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.message.InputCommand;

/** A patch of two fibres. */
class PolatisContractTest extends DriverContract {

  @Override
  protected ElementUnderTest open(Path folder) throws IOException {
    return new MakeUnderTest(
        new Polatis(),
        Dialect.POLATIS,
        folder,
        MakeUnderTest.crossing(
            "POL1", Signal.FIBRE, 10_000, MakeUnderTest.port("17"), MakeUnderTest.port("3")),
        "somebody's patch 3,40",
        List.of(InputCommand.of("ENT-PATCH").to("\"POL1\"").at("3,40").block("")));
  }

  /** The switch keeps no owners: the very patch that was asked for counts as ours. */
  @Test
  void takesOverThePatchItWasGoingToMake() {
    var theirs = InputCommand.of("ENT-PATCH").to("\"POL1\"").at("3,17").block("");
    ((MakeUnderTest) it()).send(theirs);
    assertThat(circuits().bring(it().wanted(), List.of())).isInstanceOf(Circuits.Reached.class);
    assertThat(it().edits()).hasSize(1);
    assertThat(circuits().bring(List.of(), it().wanted())).isInstanceOf(Circuits.Reached.class);
    assertThat(it().edits()).last().asString().startsWith("DLT-PATCH");
  }
}
