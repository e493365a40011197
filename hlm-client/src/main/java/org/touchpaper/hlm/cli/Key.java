package org.touchpaper.hlm.cli;

import java.util.UUID;
import picocli.CommandLine.Option;

/** The key under which a request is made once, however often it is sent. */
final class Key {

  @Option(
      names = "--key",
      paramLabel = "KEY",
      converter = KeyText.class,
      description = "The Idempotency-Key, to ask again for an earlier outcome; else a new one.")
  private String text = UUID.randomUUID().toString();

  String text() {
    return text;
  }

  /** As it is given on a command line. */
  String words() {
    return " --key " + Shell.word(text);
  }
}
