package org.touchpaper.tl1.codec;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.message.Text;

/** The rows, bare lines and comments of a message so far, each in the order of the wire. */
final class Elements {

  private static final int NONE = -1;

  private final List<String> rows = new ArrayList<>();
  private final List<String> comments = new ArrayList<>();
  private int errorCode = NONE;
  private int size;

  void row(String row) {
    rows.add(row);
    size += row.length();
  }

  void comment(String comment) {
    comments.add(comment);
    size += comment.length();
  }

  /** A line without quotes: a row of vendors who use none, or the error code of a denial. */
  void bareLine(String line) {
    if (line.isEmpty()) {
      return;
    }
    if (errorCode == NONE && Lines.isErrorCode(line)) {
      errorCode = rows.size();
    }
    row(line);
  }

  void dropLastRow() {
    rows.removeLast();
    if (errorCode == rows.size()) {
      errorCode = NONE;
    }
  }

  /** How many bytes of the wire it holds. */
  int size() {
    return size;
  }

  /** The first bare line that looks like an error code, wherever the comments stand. */
  @Nullable String takeErrorCode() {
    return errorCode == NONE ? null : rows.remove(errorCode);
  }

  Text text() {
    return rows.isEmpty() && comments.isEmpty() ? Text.EMPTY : new Text(rows, comments);
  }
}
