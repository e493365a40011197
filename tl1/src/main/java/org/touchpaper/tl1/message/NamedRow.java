package org.touchpaper.tl1.message;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A row as the CoreDirector writes it: {@code name,KEY=value,…}. The name may contain colons; a
 * value may contain {@code [a,b]} or {@code (a=b,c=d)}. Empty positions are ignored.
 *
 * @param name the first field, the entity's AID or name
 * @param values by upper-case key
 */
public record NamedRow(String name, Map<String, String> values) {

  public NamedRow {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  public static NamedRow parse(String row) {
    var fields = QuoteAwareSplitter.split(row, ',');
    var values = new LinkedHashMap<String, String>();
    var name = fields.getFirst().contains("=") ? "" : fields.getFirst().strip();
    for (var field : name.isEmpty() ? fields : fields.subList(1, fields.size())) {
      var separator = field.indexOf('=');
      if (separator > 0) {
        values.put(
            field.substring(0, separator).strip().toUpperCase(Locale.ROOT),
            ValueQuoting.unquote(field.substring(separator + 1).strip()));
      }
    }
    return new NamedRow(name, values);
  }

  /** The value of this key, unless it is empty. */
  public Optional<String> findValue(String key) {
    return Optional.ofNullable(values.get(key)).filter(value -> !value.isEmpty());
  }
}
