package org.touchpaper.harc.acceptor;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** As much JSON as an acceptor writes: texts, numbers, and what is made of them. */
final class Json {
  private Json() {}

  /** Of texts, numbers, lists and maps. */
  static String write(Object value) {
    return switch (value) {
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(each -> quoted(String.valueOf(each.getKey())) + ":" + write(each.getValue()))
              .collect(Collectors.joining(",", "{", "}"));
      case List<?> list ->
          list.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
      case Number number -> number.toString();
      case Boolean truth -> truth.toString();
      case Object text -> quoted(text.toString());
    };
  }

  private static String quoted(String text) {
    return '"' + escaped(text) + '"';
  }

  /** Control characters become spaces. */
  static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ");
  }
}
