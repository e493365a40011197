package org.touchpaper.bar.api;

import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.InstalledPrograms;

/**
 * Clients that public generators make from the served contract book, change, follow and cancel.
 * Without the generators the tests are skipped.
 */
class GeneratedClientsTest {

  private final BarFixture bar = BarFixture.shared();
  private final String url = bar.url().toString();

  /** So that the dry run of each client fits. */
  @BeforeEach
  void freeTheCluster() {
    bar.harc.setPossibleStarts(
        "rm-newton", BarFixture.NOW, BarFixture.NOW.plus(Duration.ofDays(1)));
  }

  @Test
  void aPythonClientBooksChangesFollowsAndCancels() throws Exception {
    var programs = new InstalledPrograms("python");
    programs.installFromPyPi("openapi-python-client==0.29.1");
    programs.run(
        "openapi-python-client",
        "generate",
        "--url",
        url + "/api/v1/openapi.json",
        "--output-path",
        "client",
        "--meta",
        "none",
        "--overwrite");
    programs.copy("scenario.py");
    for (var time = 1; time <= 2; time++) {
      programs.run("python", "scenario.py", url, "python-" + time);
    }
  }

  @Test
  void aTypeScriptClientBooksChangesFollowsAndCancels() throws Exception {
    var programs = new InstalledPrograms("typescript");
    programs.installFromNpm(
        "openapi-typescript@7.13.0", "openapi-fetch@0.17.0", "typescript@5.9.3");
    programs.run("openapi-typescript", url + "/api/v1/openapi.json", "-o", "contract.d.ts");
    programs.copy("scenario.ts");
    programs.run(
        "tsc",
        "--strict",
        "--skipLibCheck",
        "--target",
        "es2022",
        "--module",
        "esnext",
        "--moduleResolution",
        "bundler",
        "scenario.ts");
    Files.move(
        programs.directory().resolve("scenario.js"),
        programs.directory().resolve("scenario.mjs"),
        StandardCopyOption.REPLACE_EXISTING);
    for (var time = 1; time <= 2; time++) {
      programs.run("node", "scenario.mjs", url, "typescript-" + time);
    }
  }
}
