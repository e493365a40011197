package org.touchpaper.demo.scenario;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Names that Touchpaper gives to configuration items on elements. */
final class ElementItemNames {

  private static final Pattern OWN_NAME = Pattern.compile("\\bTP-[0-9A-F]{12}\\b");

  private ElementItemNames() {}

  /** Finds the distinct Touchpaper names in an element's configuration. */
  static List<String> findIn(String configuration) {
    return OWN_NAME.matcher(configuration).results().map(MatchResult::group).distinct().toList();
  }
}
