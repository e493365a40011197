package org.touchpaper.hlm.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An Idempotency-Key as every BAR takes it. */
final class KeyText implements ITypeConverter<String> {
  private static final int LONGEST = 255;

  @Override
  public String convert(String text) {
    var isPlain = text.chars().allMatch(each -> each >= ' ' && each <= '~');
    if (text.isBlank() || text.length() > LONGEST || !isPlain) {
      throw new TypeConversionException(
          "a key has 1 to 255 letters, digits and signs of ASCII, in one line");
    }
    return text;
  }
}
