package org.touchpaper.nsap.element.ciena;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.touchpaper.tl1.message.NamedRow;

/**
 * Parses a row of a CoreDirector. Most entities are {@code name,KEY=value,…}, a flow is {@code
 * name:KEY=value,…}, and a cross-connect, whose name is one of the values, is {@code
 * FROMENDPOINT=a,TOENDPOINT=b:NAME=c,…::PST=IS-NR,} (rows recorded on Internet2's by perfSONAR).
 * Names and values contain colons, so a colon separates only before a key.
 */
final class CoreDirectorRowParser {

  private static final Pattern COLONS_BEFORE_A_KEY =
      Pattern.compile("\"[^\"]*\"|:+(?=[A-Z][A-Z0-9]{0,63}=)");

  private CoreDirectorRowParser() {}

  static NamedRow parse(String row) {
    var read =
        NamedRow.parse(COLONS_BEFORE_A_KEY.matcher(row).replaceAll(CoreDirectorRowParser::comma));
    return read.name().isEmpty()
        ? new NamedRow(read.findValue("NAME").orElse(""), read.values())
        : read;
  }

  private static String comma(MatchResult found) {
    return found.group().startsWith("\"") ? Matcher.quoteReplacement(found.group()) : ",";
  }
}
