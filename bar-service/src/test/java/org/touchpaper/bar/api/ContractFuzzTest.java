package org.touchpaper.bar.api;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.bar.fixture.FullSystemFixture;
import org.touchpaper.bar.fixture.InstalledPrograms;
import org.touchpaper.schema.openapi.OpenApiContract;

/**
 * Schemathesis makes requests from the contract, valid and invalid ones, and compares each answer
 * with it. A failure prints the requests as {@code curl} commands. {@code schemathesis.toml} says
 * which checks run.
 */
class ContractFuzzTest {

  /** It takes about a minute; the rest is for a loaded machine. */
  private static final Duration LIMIT = Duration.ofMinutes(8);

  /** The days of the contract's examples. */
  private static final LocalDate DAY = LocalDate.parse("2026-12-01");

  @TempDir static Path data;

  @Test
  void everyAnswerToARequestMadeFromTheContractIsInTheContract() throws Exception {
    var programs = new InstalledPrograms("schemathesis");
    programs.installFromPyPi("schemathesis==4.32.5");
    programs.copy("schemathesis.toml");
    programs.copy("hooks.py");
    Files.writeString(
        programs.directory().resolve("openapi.json"), contractWithExamplesInTwoDays());
    try (var fixture = new FullSystemFixture(data)) {
      programs.run(LIMIT, "schemathesis", "run", "openapi.json", "--url", fixture.url().toString());
    }
  }

  /** The fixture has the system's clock, at which the examples must be possible. */
  private static String contractWithExamplesInTwoDays() {
    var today = LocalDate.now(ZoneOffset.UTC);
    return new OpenApiContract()
        .document()
        .toString()
        .replace(DAY + "T", today.plusDays(2) + "T")
        .replace(DAY.plusDays(1) + "T", today.plusDays(3) + "T");
  }
}
