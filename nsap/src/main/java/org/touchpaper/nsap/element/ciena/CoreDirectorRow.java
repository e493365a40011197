package org.touchpaper.nsap.element.ciena;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.touchpaper.tl1.message.NamedRow;

/**
 * Reads a row of a CoreDirector. Most things are told as {@code name,KEY=value,…}, a flow as {@code
 * name:KEY=value,…}, and a cross-connect, whose name is one value among others, as {@code
 * FROMENDPOINT=a,TOENDPOINT=b:NAME=c,…::PST=IS-NR,} (rows recorded on Internet2's by perfSONAR).
 * Names and values hold colons themselves, so that a colon separates only where a key follows.
 */
final class CoreDirectorRow {

  private static final Pattern COLONS_BEFORE_A_KEY =
      Pattern.compile("\"[^\"]*\"|:+(?=[A-Z][A-Z0-9]{0,63}=)");

  private CoreDirectorRow() {}

  static NamedRow parse(String row) {
    var read = NamedRow.parse(COLONS_BEFORE_A_KEY.matcher(row).replaceAll(CoreDirectorRow::comma));
    return read.name().isEmpty() ? new NamedRow(read.find("NAME").orElse(""), read.values()) : read;
  }

  private static String comma(MatchResult found) {
    return found.group().startsWith("\"") ? Matcher.quoteReplacement(found.group()) : ",";
  }
}
