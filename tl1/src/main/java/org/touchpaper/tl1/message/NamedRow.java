package org.touchpaper.tl1.message;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A row of the CoreDirector's kind: {@code name,KEY=value,…}. The name may hold colons, a value may
 * hold {@code [a,b]} or {@code (a=b,c=d)}; empty positions say nothing.
 *
 * @param name the first field, the entity's AID or name
 * @param values by upper-case key
 */
public record NamedRow(String name, Map<String, String> values) {

  public NamedRow {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  public static NamedRow parse(String row) {
    var fields = Splitter.split(row, ',');
    var values = new LinkedHashMap<String, String>();
    var name = fields.getFirst().contains("=") ? "" : fields.getFirst().strip();
    for (var field : name.isEmpty() ? fields : fields.subList(1, fields.size())) {
      var equals = field.indexOf('=');
      if (equals > 0) {
        values.put(
            field.substring(0, equals).strip().toUpperCase(Locale.ROOT),
            QuotedValue.unquote(field.substring(equals + 1).strip()));
      }
    }
    return new NamedRow(name, values);
  }

  /** The value under this key, if the row has one that is not empty. */
  public Optional<String> find(String key) {
    return Optional.ofNullable(values.get(key)).filter(value -> !value.isEmpty());
  }
}
