package org.touchpaper.bench;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.touchpaper.harc.proof.Mutant;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A mistake by its name or its number. */
final class MutantConverter implements ITypeConverter<Mutant> {

  @Override
  public Mutant convert(String text) {
    return Mutant.named(text)
        .orElseThrow(() -> new TypeConversionException("no such mutant: " + text + "; " + all()));
  }

  private static String all() {
    return Arrays.stream(Mutant.values())
        .map(each -> each.code() + " is " + each.name())
        .collect(Collectors.joining(", "));
  }
}
