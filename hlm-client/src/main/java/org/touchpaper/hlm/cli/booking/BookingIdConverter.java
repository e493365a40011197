package org.touchpaper.hlm.cli.booking;

import java.util.UUID;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts a booking id, which is a UUID. */
final class BookingIdConverter implements ITypeConverter<String> {

  @Override
  public String convert(String text) {
    try {
      return UUID.fromString(text).toString();
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(
          "'%s' is not a booking id such as 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10".formatted(text));
    }
  }
}
