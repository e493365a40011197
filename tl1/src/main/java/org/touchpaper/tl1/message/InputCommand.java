package org.touchpaper.tl1.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What is said to an element: {@code code:tid:aid:ctag:general:block:…;} (GR-831, input command).
 *
 * @param code verb and modifiers, such as {@code ENT-CRS-STSPC}, in upper case
 * @param tid the element; empty for the one at the other end of the line
 * @param aid the entity within the element; empty if none
 * @param ctag the correlation tag; empty until a session gives it one
 * @param general the general block, empty in every driver known
 * @param blocks the payload blocks, each already joined with commas; a value that holds one of
 *     {@code : ; ,} or a blank is quoted ({@link QuotedValue})
 */
public record InputCommand(
    String code, String tid, String aid, String ctag, String general, List<String> blocks) {

  /**
   * The longest command that a Cisco ONS takes, all blocks and the semicolon included, in
   * characters (ONS 15454 TL1 Command Guide R3.3, chapter 3).
   */
  public static final int ONS_LIMIT = 255;

  private static final int LONGEST_CODE = 41;

  /** What could break out of its block is refused here, so that no value can become a command. */
  public InputCommand {
    blocks = List.copyOf(blocks);
    if (!isCode(code)) {
      throw new IllegalArgumentException("not a verb with modifiers: " + code);
    }
    List.of(tid, aid, ctag, general).forEach(InputCommand::checkHolds);
    blocks.forEach(InputCommand::checkHolds);
    code = code.toUpperCase(Locale.ROOT);
  }

  private static void checkHolds(String block) {
    if (!Framing.holds(block)) {
      throw new IllegalArgumentException("breaks the framing of a TL1 command: " + block);
    }
  }

  /** A letter, then letters, digits and dashes. */
  private static boolean isCode(String text) {
    if (text.isEmpty() || text.length() > LONGEST_CODE || !isLetter(text.charAt(0))) {
      return false;
    }
    for (var i = 1; i < text.length(); i++) {
      var c = text.charAt(i);
      if (!isLetter(c) && c != '-' && (c < '0' || c > '9')) {
        return false;
      }
    }
    return true;
  }

  private static boolean isLetter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }

  /**
   * Reads a command's text without its semicolon; empty if it has not the shape of one. Blanks
   * around blocks say nothing.
   */
  public static Optional<InputCommand> parse(String text) {
    var pieces = Framing.split(text, ':').stream().map(String::strip).toList();
    if (!isCode(pieces.getFirst()) || !pieces.stream().allMatch(Framing::holds)) {
      return Optional.empty();
    }
    return Optional.of(
        new InputCommand(
            pieces.getFirst(),
            at(pieces, 1),
            at(pieces, 2),
            at(pieces, 3),
            at(pieces, 4),
            pieces.subList(Math.min(5, pieces.size()), pieces.size())));
  }

  private static String at(List<String> pieces, int position) {
    return position < pieces.size() ? pieces.get(position) : "";
  }

  /** A command with nothing but its code, such as {@code RTRV-HDR}. */
  public static InputCommand of(String code) {
    return new InputCommand(code, "", "", "", "", List.of());
  }

  /** The same command for this element. */
  public InputCommand to(String newTid) {
    return new InputCommand(code, newTid, aid, ctag, general, blocks);
  }

  /** The same command about this entity. */
  public InputCommand at(String newAid) {
    return new InputCommand(code, tid, newAid, ctag, general, blocks);
  }

  /** The same command under this correlation tag. */
  public InputCommand tagged(String newCtag) {
    return new InputCommand(code, tid, aid, newCtag, general, blocks);
  }

  /** The same command with one more payload block of these parameters, empty ones included. */
  public InputCommand block(String... parameters) {
    var more = new ArrayList<>(blocks);
    more.add(String.join(",", parameters));
    return new InputCommand(code, tid, aid, ctag, general, more);
  }

  /** One {@code NAME=value}, quoted if the framing would break otherwise. */
  public static String parameter(String name, String value) {
    return name + "=" + QuotedValue.quote(value);
  }

  /** One {@code NAME=a&b&&c}, which says several things at once. */
  public static String list(String name, String values) {
    return name + "=" + QuotedValue.quoteList(values);
  }

  /** What is to be done, such as {@code ENT}. */
  public String verb() {
    var dash = code.indexOf('-');
    return dash < 0 ? code : code.substring(0, dash);
  }

  /** True if the command changes nothing on the element. */
  public boolean isRead() {
    return verb().equals("RTRV");
  }
}
