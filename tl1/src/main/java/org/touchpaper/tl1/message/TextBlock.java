package org.touchpaper.tl1.message;

import java.util.List;

/**
 * The text block of a message.
 *
 * @param rows without outer quotes, inner escapes as sent
 * @param comments without delimiters
 */
public record TextBlock(List<String> rows, List<String> comments) {

  public static final TextBlock EMPTY = new TextBlock(List.of(), List.of());

  public TextBlock {
    rows = List.copyOf(rows);
    comments = List.copyOf(comments);
  }

  public static TextBlock rows(List<String> rows) {
    return new TextBlock(rows, List.of());
  }

  public static TextBlock comment(String comment) {
    return new TextBlock(List.of(), List.of(comment));
  }
}
