package org.touchpaper.harc.stream;

/**
 * Which memory a peer speaks from. An acceptor that lost its memory and was given a blank one under
 * its old name is another, and must not be taken for the one that promised.
 *
 * @param epoch of the first acceptor set it is a member of, from 1; 0 for who promises nothing
 * @param memory a word of the memory's own, drawn when it was created; empty for who has none
 */
public record Incarnation(int epoch, String memory) {
  /** Who promises nothing that could be forgotten. */
  public static final Incarnation NONE = new Incarnation(0, "");

  public Incarnation {
    if (epoch < 0 || epoch > 999_999_999 || !memory.matches("[A-Za-z0-9-]{0,40}")) {
      throw new IllegalArgumentException("no memory: " + epoch + " " + memory);
    }
  }

  /**
   * As {@link #toString} writes it.
   *
   * @throws IllegalArgumentException if it is not
   */
  public static Incarnation of(String text) {
    var space = text.indexOf(' ');
    if (space < 1 || !text.substring(0, space).matches("\\d{1,9}")) {
      throw new IllegalArgumentException("no memory: " + text);
    }
    return new Incarnation(Integer.parseInt(text.substring(0, space)), text.substring(space + 1));
  }

  @Override
  public String toString() {
    return epoch + " " + memory;
  }
}
