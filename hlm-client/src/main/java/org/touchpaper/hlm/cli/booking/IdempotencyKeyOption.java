package org.touchpaper.hlm.cli.booking;

import java.util.UUID;
import org.touchpaper.hlm.cli.common.ShellQuoting;
import picocli.CommandLine.Option;

/** The Idempotency-Key, under which a repeated request is carried out only once. */
final class IdempotencyKeyOption {

  @Option(
      names = "--key",
      paramLabel = "KEY",
      converter = IdempotencyKeyConverter.class,
      description = "Idempotency-Key of an earlier request to repeat. Default: a new key.")
  private String key = UUID.randomUUID().toString();

  String key() {
    return key;
  }

  String commandLineText() {
    return " --key " + ShellQuoting.quote(key);
  }
}
