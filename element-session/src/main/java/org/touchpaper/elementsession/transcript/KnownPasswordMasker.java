package org.touchpaper.elementsession.transcript;

import static java.util.stream.Collectors.joining;

import java.util.Comparator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Masks the passwords of one login in text from an element: plain, quoted as in a command, or
 * quoted again as in a row, in any case.
 */
public final class KnownPasswordMasker {

  static final KnownPasswordMasker NONE = new KnownPasswordMasker();

  private final @Nullable Pattern secretPattern;

  public KnownPasswordMasker(String... passwords) {
    var alternatives =
        Stream.of(passwords)
            .filter(password -> !password.isEmpty())
            .flatMap(password -> Stream.of(password, escaped(password), escaped(escaped(password))))
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .map(Pattern::quote)
            .collect(joining("|"));
    secretPattern =
        alternatives.isEmpty() ? null : Pattern.compile(alternatives, Pattern.CASE_INSENSITIVE);
  }

  String mask(String text) {
    return secretPattern == null ? text : secretPattern.matcher(text).replaceAll("****");
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
