package org.touchpaper.tl1.codec;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.message.TextBlock;

/** The rows, unquoted lines and comments received of a message, each in order. */
final class BodyContentBuilder {

  private static final int NO_ERROR_CODE = -1;

  private final List<String> rows = new ArrayList<>();
  private final List<String> comments = new ArrayList<>();
  private int errorCodeIndex = NO_ERROR_CODE;
  private int size;

  void addRow(String row) {
    rows.add(row);
    size += row.length();
  }

  void addComment(String comment) {
    comments.add(comment);
    size += comment.length();
  }

  /** Adds an unquoted line: a row without quotes, or the error code of a denial. */
  void addBareLine(String line) {
    if (line.isEmpty()) {
      return;
    }
    if (errorCodeIndex == NO_ERROR_CODE && HeaderLineParser.isErrorCode(line)) {
      errorCodeIndex = rows.size();
    }
    addRow(line);
  }

  void dropLastRow() {
    rows.removeLast();
    if (errorCodeIndex == rows.size()) {
      errorCodeIndex = NO_ERROR_CODE;
    }
  }

  /** The size in received bytes. */
  int size() {
    return size;
  }

  /** Removes the first unquoted line that looks like an error code, wherever the comments are. */
  @Nullable String takeErrorCode() {
    return errorCodeIndex == NO_ERROR_CODE ? null : rows.remove(errorCodeIndex);
  }

  TextBlock toTextBlock() {
    return rows.isEmpty() && comments.isEmpty() ? TextBlock.EMPTY : new TextBlock(rows, comments);
  }
}
