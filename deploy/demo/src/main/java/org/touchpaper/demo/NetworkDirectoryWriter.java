package org.touchpaper.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.touchpaper.demo.config.PortPlan;

/** Writes UKLight's directory.yaml with the path agents of a data plane. */
record NetworkDirectoryWriter(PortPlan ports) {

  private static final String SAMPLE = "samples/uklight/directory.yaml";

  void write(Path file) {
    try {
      Files.writeString(file, text());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  String text() {
    String text;
    try (var in = NetworkDirectoryWriter.class.getClassLoader().getResourceAsStream(SAMPLE)) {
      text = new String(Objects.requireNonNull(in, SAMPLE).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + SAMPLE, e);
    }
    for (var agent : ports.pathAgents().entrySet()) {
      var host = "    - name: " + agent.getKey() + "\n";
      if (!text.contains(host)) {
        throw new IllegalStateException(SAMPLE + " has no host " + agent.getKey());
      }
      text =
          text.replace(host, host + "      pathAgent: http://127.0.0.1:" + agent.getValue() + "\n");
    }
    return text;
  }
}
