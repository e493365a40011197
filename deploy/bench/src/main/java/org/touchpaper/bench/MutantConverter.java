package org.touchpaper.bench;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.touchpaper.harc.verification.Mutant;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts a mutant's name or number. */
final class MutantConverter implements ITypeConverter<Mutant> {

  @Override
  public Mutant convert(String text) {
    return Mutant.named(text)
        .orElseThrow(
            () -> new TypeConversionException("no such mutant: " + text + "; " + describeAll()));
  }

  private static String describeAll() {
    return Arrays.stream(Mutant.values())
        .map(mutant -> mutant.code() + " is " + mutant.name())
        .collect(Collectors.joining(", "));
  }
}
