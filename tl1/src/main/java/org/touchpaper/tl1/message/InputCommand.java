package org.touchpaper.tl1.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A command to an element: {@code code:tid:aid:ctag:general:block:…;} (GR-831, input command).
 *
 * @param code verb and modifiers, such as {@code ENT-CRS-STSPC}, in upper case
 * @param tid the target element; empty for the element at the other end of the connection
 * @param aid the entity within the element; empty if none
 * @param ctag the correlation tag; empty until a session assigns one
 * @param general the general block, empty in every known driver
 * @param blocks the payload blocks, each already joined with commas; a value that contains {@code :
 *     ; ,} or a blank is quoted ({@link ValueQuoting})
 */
public record InputCommand(
    String code, String tid, String aid, String ctag, String general, List<String> blocks) {

  /**
   * The longest command that a Cisco ONS accepts, in characters, with all blocks and the semicolon
   * (ONS 15454 TL1 Command Guide R3.3, chapter 3).
   */
  public static final int ONS_MAX_LENGTH = 255;

  private static final int MAX_CODE_LENGTH = 41;

  /** Rejects blocks that would break the framing, so that no value can become a command. */
  public InputCommand {
    blocks = List.copyOf(blocks);
    if (!isCode(code)) {
      throw new IllegalArgumentException(
          "invalid TL1 command code '"
              + code
              + "'; a verb with modifiers is expected, such as RTRV-HDR");
    }
    List.of(tid, aid, ctag, general).forEach(InputCommand::requireValidBlock);
    blocks.forEach(InputCommand::requireValidBlock);
    code = code.toUpperCase(Locale.ROOT);
  }

  private static void requireValidBlock(String block) {
    if (!CommandBlockSyntax.isValidBlock(block)) {
      throw new IllegalArgumentException(
          "invalid block in a TL1 command: '" + block + "'; quote it");
    }
  }

  /** A letter, then letters, digits and dashes. */
  private static boolean isCode(String text) {
    if (text.isEmpty() || text.length() > MAX_CODE_LENGTH || !isLetter(text.charAt(0))) {
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
   * Parses a command's text without its semicolon; empty if it is not a command. Blanks around
   * blocks are ignored.
   */
  public static Optional<InputCommand> parse(String text) {
    var pieces = CommandBlockSyntax.split(text, ':').stream().map(String::strip).toList();
    if (!isCode(pieces.getFirst()) || !pieces.stream().allMatch(CommandBlockSyntax::isValidBlock)) {
      return Optional.empty();
    }
    return Optional.of(
        new InputCommand(
            pieces.getFirst(),
            pieceAt(pieces, 1),
            pieceAt(pieces, 2),
            pieceAt(pieces, 3),
            pieceAt(pieces, 4),
            pieces.subList(Math.min(5, pieces.size()), pieces.size())));
  }

  private static String pieceAt(List<String> pieces, int position) {
    return position < pieces.size() ? pieces.get(position) : "";
  }

  /** A command that consists of its code alone, such as {@code RTRV-HDR}. */
  public static InputCommand of(String code) {
    return new InputCommand(code, "", "", "", "", List.of());
  }

  public InputCommand withTid(String newTid) {
    return new InputCommand(code, newTid, aid, ctag, general, blocks);
  }

  public InputCommand withAid(String newAid) {
    return new InputCommand(code, tid, newAid, ctag, general, blocks);
  }

  public InputCommand withCtag(String newCtag) {
    return new InputCommand(code, tid, aid, newCtag, general, blocks);
  }

  /** Appends a payload block of these parameters, empty ones included. */
  public InputCommand withBlock(String... parameters) {
    var extended = new ArrayList<>(blocks);
    extended.add(String.join(",", parameters));
    return new InputCommand(code, tid, aid, ctag, general, extended);
  }

  /** {@code NAME=value}, quoted where needed. */
  public static String parameter(String name, String value) {
    return name + "=" + ValueQuoting.quote(value);
  }

  /** {@code NAME=a&b&&c}, a list or range of values, quoted where needed. */
  public static String listParameter(String name, String values) {
    return name + "=" + ValueQuoting.quoteList(values);
  }

  public String verb() {
    var dash = code.indexOf('-');
    return dash < 0 ? code : code.substring(0, dash);
  }

  /** True if the command changes nothing on the element. */
  public boolean isRead() {
    return verb().equals("RTRV");
  }
}
