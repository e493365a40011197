package org.touchpaper.tl1.session;

import static java.util.stream.Collectors.joining;

import java.util.Comparator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The passwords of one login, found in whatever words an element repeats them: as they are, quoted
 * as in a command, quoted once more as in a row, in capitals or not.
 */
final class Secrets {

  static final Secrets NONE = new Secrets();

  private final @Nullable Pattern anyOfThem;

  Secrets(String... passwords) {
    var written =
        Stream.of(passwords)
            .filter(each -> !each.isEmpty())
            .flatMap(each -> Stream.of(each, escaped(each), escaped(escaped(each))))
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .map(Pattern::quote)
            .collect(joining("|"));
    anyOfThem = written.isEmpty() ? null : Pattern.compile(written, Pattern.CASE_INSENSITIVE);
  }

  /** The same words, with stars for what is secret. */
  String hide(String words) {
    return anyOfThem == null ? words : anyOfThem.matcher(words).replaceAll("****");
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
