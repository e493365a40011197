package org.touchpaper.tl1.message;

import java.util.ArrayList;
import java.util.List;

/**
 * The text block of a message.
 *
 * @param rows each without its outer quotes, inner escapes as sent
 * @param comments each without its marks
 */
public record Text(List<String> rows, List<String> comments) {

  public static final Text EMPTY = new Text(List.of(), List.of());

  public Text {
    rows = List.copyOf(rows);
    comments = List.copyOf(comments);
  }

  public static Text rows(List<String> rows) {
    return new Text(rows, List.of());
  }

  public static Text comment(String comment) {
    return new Text(List.of(), List.of(comment));
  }

  /** This text followed by that of the next segment. */
  public Text then(Text next) {
    var allRows = new ArrayList<>(rows);
    allRows.addAll(next.rows);
    var allComments = new ArrayList<>(comments);
    allComments.addAll(next.comments);
    return new Text(allRows, allComments);
  }
}
