package org.touchpaper.demo.script;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The names that Touchpaper gives to what it makes on elements. */
final class ElementName {

  private static final Pattern OURS = Pattern.compile("\\bTP-[0-9A-F]{12}\\b");

  private ElementName() {}

  /** The distinct names of ours within what an element holds. */
  static List<String> in(String configuration) {
    return OURS.matcher(configuration).results().map(MatchResult::group).distinct().toList();
  }
}
