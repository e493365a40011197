package org.touchpaper.hlm.cli;

import java.util.UUID;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A booking's id, which is a UUID. */
final class BookingId implements ITypeConverter<String> {

  @Override
  public String convert(String text) {
    try {
      return UUID.fromString(text).toString();
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(
          "'" + text + "' is no booking's id, such as 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10");
    }
  }
}
