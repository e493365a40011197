package org.touchpaper.tl1.element;

import java.util.List;
import java.util.Locale;
import org.touchpaper.tl1.codec.Printer;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Response;
import org.touchpaper.tl1.message.Terminator;

/**
 * How an element puts its words on one connection: makes and releases differ, and readers must not
 * care. Each form was seen in the field.
 *
 * @param opening what stands before the date of a header: lines, blanks and the source's identifier
 * @param lineEnd after every line
 * @param prompt what follows a whole answer; empty where nothing does
 */
record Accent(String opening, String lineEnd, String prompt) {

  /** CoreDirectors and the ONS do without, a 6500 and a FlexILS do not. */
  private static final List<String> PROMPTS = List.of("<", ">", "TL1>>");

  private static final String USUAL = "\r\n\n   ";

  static Accent plain(String tid) {
    return new Accent(USUAL + tid, "\r\n", "");
  }

  /** As chances have it. */
  static Accent of(Faults faults, String tid) {
    var openings = openings(tid);
    return new Accent(
        faults.strikes(Mishap.SID)
            ? openings.get(faults.draw(openings.size()))
            : plain(tid).opening,
        faults.strikes(Mishap.LF_ONLY) ? "\n" : "\r\n",
        faults.strikes(Mishap.PROMPT) ? PROMPTS.get(faults.draw(PROMPTS.size())) : "");
  }

  /**
   * Quoted, with blanks inside quotes and without quotes, dotted, of digits, of no name at all; not
   * indented, or little, or after a single line's end.
   */
  static List<String> openings(String tid) {
    return List.of(
        USUAL + '"' + tid + '"',
        USUAL + '"' + tid + " 1\"",
        USUAL + tid + " 1",
        USUAL + tid.toLowerCase(Locale.ROOT) + ".example.org",
        USUAL + "206",
        USUAL + "206-7",
        USUAL + "( nil )",
        "\r\n\n" + tid,
        "\r\n\n " + tid,
        "\r\n   " + tid);
  }

  static List<String> prompts() {
    return PROMPTS;
  }

  /** The message as it goes over the wire. */
  String spoken(OutputMessage message, String tid) {
    var said = Printer.print(message);
    var usual = USUAL + tid;
    if (!opening.equals(usual) && said.startsWith(usual)) {
      said = opening + said.substring(usual.length());
    }
    return spoken(isWhole(message) && !prompt.isEmpty() ? said + "\r\n" + prompt : said);
  }

  /** The same of what is no message. */
  String spoken(String text) {
    return lineEnd.equals("\r\n") ? text : text.replace("\r\n", lineEnd);
  }

  private static boolean isWhole(OutputMessage message) {
    return message instanceof Response response && response.terminator() == Terminator.END;
  }
}
