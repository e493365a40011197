package org.touchpaper.tl1.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What is said to an element: {@code code:tid:aid:ctag:general:block:…;} (GR-831, input command).
 *
 * @param code verb and modifiers, such as {@code ENT-CRS-STSPC}, in upper case
 * @param tid the element; empty for the one at the other end of the line
 * @param aid the entity within the element; empty if none
 * @param ctag the correlation tag; empty until a session gives it one
 * @param general the general block, empty in every driver known
 * @param blocks the payload blocks, each already joined with commas
 */
public record InputCommand(
    String code, String tid, String aid, String ctag, String general, List<String> blocks) {

  public InputCommand {
    if (code.isEmpty()) {
      throw new IllegalArgumentException("an input command needs a verb");
    }
    code = code.toUpperCase(Locale.ROOT);
    blocks = List.copyOf(blocks);
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

  public String verb() {
    var dash = code.indexOf('-');
    return dash < 0 ? code : code.substring(0, dash);
  }

  /** True if the command changes nothing on the element. */
  public boolean isRead() {
    return verb().equals("RTRV");
  }
}
