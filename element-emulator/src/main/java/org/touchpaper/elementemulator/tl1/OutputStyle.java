package org.touchpaper.elementemulator.tl1;

import java.util.List;
import java.util.Locale;
import org.touchpaper.elementemulator.fault.ElementFaultSchedule;
import org.touchpaper.elementemulator.fault.FaultKind;
import org.touchpaper.tl1.codec.MessageEncoder;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Response;
import org.touchpaper.tl1.message.Terminator;

/**
 * The output format of one connection. Models and releases differ, and clients must accept all
 * forms. Each was recorded from a real element.
 *
 * @param headerPrefix the text before the date of a header: line breaks, blanks and the SID
 * @param lineEnd ends every line
 * @param prompt follows a complete answer; may be empty
 */
record OutputStyle(String headerPrefix, String lineEnd, String prompt) {

  /** Not used by CoreDirectors and the ONS, but by a 6500 and a FlexILS. */
  private static final List<String> PROMPTS = List.of("<", ">", "TL1>>");

  private static final String DEFAULT_HEADER_PREFIX = "\r\n\n   ";

  static OutputStyle plain(String tid) {
    return new OutputStyle(DEFAULT_HEADER_PREFIX + tid, "\r\n", "");
  }

  /** Chooses a format at random. */
  static OutputStyle random(ElementFaultSchedule faults, String tid) {
    var prefixes = headerPrefixes(tid);
    return new OutputStyle(
        faults.triggers(FaultKind.SID)
            ? prefixes.get(faults.nextInt(prefixes.size()))
            : plain(tid).headerPrefix,
        faults.triggers(FaultKind.LF_ONLY) ? "\n" : "\r\n",
        faults.triggers(FaultKind.PROMPT) ? PROMPTS.get(faults.nextInt(PROMPTS.size())) : "");
  }

  /**
   * SIDs quoted, with blanks with and without quotes, dotted, numeric, or missing; indentation
   * normal, small or missing, after one or two line breaks.
   */
  static List<String> headerPrefixes(String tid) {
    return List.of(
        DEFAULT_HEADER_PREFIX + '"' + tid + '"',
        DEFAULT_HEADER_PREFIX + '"' + tid + " 1\"",
        DEFAULT_HEADER_PREFIX + tid + " 1",
        DEFAULT_HEADER_PREFIX + tid.toLowerCase(Locale.ROOT) + ".example.org",
        DEFAULT_HEADER_PREFIX + "206",
        DEFAULT_HEADER_PREFIX + "206-7",
        DEFAULT_HEADER_PREFIX + "( nil )",
        "\r\n\n" + tid,
        "\r\n\n " + tid,
        "\r\n   " + tid);
  }

  static List<String> prompts() {
    return PROMPTS;
  }

  /** Formats a message. */
  String format(OutputMessage message, String tid) {
    var text = MessageEncoder.encode(message);
    var defaultPrefix = DEFAULT_HEADER_PREFIX + tid;
    if (!headerPrefix.equals(defaultPrefix) && text.startsWith(defaultPrefix)) {
      text = headerPrefix + text.substring(defaultPrefix.length());
    }
    return format(endsResponse(message) && !prompt.isEmpty() ? text + "\r\n" + prompt : text);
  }

  /** Formats text outside messages. */
  String format(String text) {
    return lineEnd.equals("\r\n") ? text : text.replace("\r\n", lineEnd);
  }

  private static boolean endsResponse(OutputMessage message) {
    return message instanceof Response response && response.terminator() == Terminator.END;
  }
}
