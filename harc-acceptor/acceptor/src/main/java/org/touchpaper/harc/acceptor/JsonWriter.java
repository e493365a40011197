package org.touchpaper.harc.acceptor;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A minimal JSON writer for text, numbers, booleans, lists and maps. */
final class JsonWriter {
  private JsonWriter() {}

  static String write(Object value) {
    return switch (value) {
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> quote(String.valueOf(entry.getKey())) + ":" + write(entry.getValue()))
              .collect(Collectors.joining(",", "{", "}"));
      case List<?> list ->
          list.stream().map(JsonWriter::write).collect(Collectors.joining(",", "[", "]"));
      case Number number -> number.toString();
      case Boolean bool -> bool.toString();
      case Object text -> quote(text.toString());
    };
  }

  private static String quote(String text) {
    return '"' + escape(text) + '"';
  }

  /** Escapes text; control characters become spaces. */
  static String escape(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ");
  }
}
