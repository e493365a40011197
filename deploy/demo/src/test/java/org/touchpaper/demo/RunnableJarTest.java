package org.touchpaper.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A runnable jar that cannot start says why in plain words, and ends. */
class RunnableJarTest {

  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();

  /** The runnable jar of a module; without it, the test is skipped. */
  static Path of(String module) throws Exception {
    try (var files = Files.list(HOME.resolve(module).resolve("target"))) {
      var jar = files.filter(file -> file.toString().endsWith("-exec.jar")).findFirst();
      Assumptions.assumeTrue(jar.isPresent(), "no runnable jars: run mvn package first");
      return jar.orElseThrow();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "bar-service,'',            touchpaper.bar.campus: example, 1",
    "nsap, /nowhere.yml,        nowhere.yml, 1",
    "harc-acceptor/acceptor, '', without a configuration file, 2"
  })
  void saysWhyItCannotStart(String module, String argument, String reason, int status)
      throws Exception {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var builder =
        new ProcessBuilder(java, "-XX:TieredStopAtLevel=1", "-jar", of(module).toString());
    if (!argument.isEmpty()) {
      builder.command().add(argument);
    }
    var process = builder.redirectErrorStream(true).start();
    try {
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(output).contains(reason).doesNotContain("\tat ");
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).isEqualTo(status);
    } finally {
      process.destroyForcibly();
    }
  }
}
