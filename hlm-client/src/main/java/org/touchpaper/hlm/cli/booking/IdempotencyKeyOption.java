package org.touchpaper.hlm.cli.booking;

import java.util.UUID;
import org.touchpaper.hlm.cli.common.ShellQuoting;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The Idempotency-Key, under which a repeated request is carried out only once. */
final class IdempotencyKeyOption {

  @Option(
      names = "--key",
      paramLabel = "KEY",
      converter = KeyConverter.class,
      description = "Idempotency-Key of an earlier request to repeat. Default: a new key.")
  private String key = UUID.randomUUID().toString();

  /** Checks an Idempotency-Key by the rules of the BAR. */
  static final class KeyConverter implements ITypeConverter<String> {
    private static final int MAX_LENGTH = 255;

    @Override
    public String convert(String text) {
      var isPrintable = text.chars().allMatch(character -> character >= ' ' && character <= '~');
      if (text.isBlank() || text.length() > MAX_LENGTH || !isPrintable) {
        throw new TypeConversionException(
            "a key is 1 to 255 printable ASCII characters on one line");
      }
      return text;
    }
  }

  String key() {
    return key;
  }

  String commandLineText() {
    return " --key " + ShellQuoting.quote(key);
  }
}
