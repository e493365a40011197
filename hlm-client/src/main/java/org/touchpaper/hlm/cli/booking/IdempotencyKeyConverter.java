package org.touchpaper.hlm.cli.booking;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Checks an Idempotency-Key by the rules of the BAR. */
final class IdempotencyKeyConverter implements ITypeConverter<String> {
  private static final int MAX_LENGTH = 255;

  @Override
  public String convert(String text) {
    var isPrintable = text.chars().allMatch(character -> character >= ' ' && character <= '~');
    if (text.isBlank() || text.length() > MAX_LENGTH || !isPrintable) {
      throw new TypeConversionException("a key is 1 to 255 printable ASCII characters on one line");
    }
    return text;
  }
}
